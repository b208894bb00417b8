-- What an account tells of itself, and the Google account that opens it.
alter table account add column company text not null default '';
alter table account add column mobile text not null default '';
alter table account add column logo_key text;
alter table account add column google_sub text;
alter table account add column email_verified boolean not null default false;
create unique index account_google on account (google_sub);
alter table account drop constraint account_check;
alter table account add constraint account_check
  check (customer_type = -1 or (name is not null and (password_hash is not null or google_sub is not null)));

-- What a person tells their sessions apart by.
alter table session add column id text not null default gen_random_uuid()::text;
alter table session add column device text not null default '';
alter table session add column created_at timestamptz not null default now();
alter table session add column used_at timestamptz not null default now();
create unique index session_id on session (id);
create index session_account on session (account_id);

-- Tries to log in, by account or by the name that was typed: all processes count together.
create table login_attempt (
  account text primary key,
  tries int not null,
  until timestamptz not null
);

-- Sign-ins at Google that were begun and not finished.
create table google_sign_in (
  state_hash text primary key,
  nonce text not null,
  verifier text not null,
  redirect text not null,
  account_id text references account (id) on delete cascade,
  expires_at timestamptz not null
);
