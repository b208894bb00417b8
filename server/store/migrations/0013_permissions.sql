-- What an account may do beside what its kind allows: names of permissions.
alter table account add column auth_list jsonb not null default '[]';
