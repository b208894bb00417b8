-- Packages of credits. Amounts are in the smallest unit of the currency.
create table sku (
  id text primary key,
  beans_buy int not null check (beans_buy >= 0),
  beans_gift int not null check (beans_gift >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  amount int not null check (amount >= 0),
  validity_period int not null check (validity_period > 0),
  remark_content text not null default '',
  remark_en text not null default '',
  position int not null,
  is_offered boolean not null default true
);
insert into sku (id, beans_buy, beans_gift, currency, amount, validity_period, remark_content, remark_en, position) values
  ('free-200', 0, 200, 'USD', 0, 365, '每个账号一次', 'Once for each account', 0),
  ('usd-500', 500, 0, 'USD', 900, 180, '适合试做一两部短片', 'For a short film or two', 1),
  ('usd-2000', 2000, 100, 'USD', 3200, 180, '约 4 小时配音', 'About 4 hours of dubbing', 2),
  ('usd-6000', 6000, 600, 'USD', 8900, 365, '团队常用', 'What most teams choose', 3),
  ('usd-20000', 20000, 3000, 'USD', 26900, 365, '适合批量制作', 'For work in batches', 4),
  ('cny-500', 500, 0, 'CNY', 6800, 180, '适合试做一两部短片', 'For a short film or two', 1),
  ('cny-2000', 2000, 100, 'CNY', 23800, 180, '约 4 小时配音', 'About 4 hours of dubbing', 2),
  ('cny-6000', 6000, 600, 'CNY', 66800, 365, '团队常用', 'What most teams choose', 3),
  ('cny-20000', 20000, 3000, 'CNY', 199800, 365, '适合批量制作', 'For work in batches', 4);

create sequence invoice_number;

-- A package that somebody buys: what is known of its payment; its state follows from that.
create table purchase_order (
  id text primary key,
  account_id text not null references account (id) on delete cascade,
  sku_id text not null references sku (id),
  credits int not null check (credits > 0),
  currency text not null,
  amount int not null,
  validity_period int not null,
  state text not null default 'pending'
    check (state in ('pending', 'paid', 'failed', 'cancelled', 'expired', 'partly_refunded', 'refunded', 'disputed')),
  gateway text not null,
  checkout_ref text,
  pay_url text,
  payment_ref text,
  refunded int not null default 0,
  dispute text not null default 'none' check (dispute in ('none', 'open', 'won', 'lost')),
  ended text check (ended in ('failed', 'cancelled', 'expired')),
  grant_id text references credit_grant (id),
  invoice_number bigint,
  idempotency_key text not null,
  from_path text not null,
  success_url text not null,
  fail_url text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  paid_at timestamptz,
  asked_at timestamptz,
  unique (account_id, idempotency_key)
);
create index purchase_order_owner on purchase_order (account_id, created_at desc);
create unique index purchase_order_payment on purchase_order (gateway, payment_ref) where payment_ref is not null;
create index purchase_order_open on purchase_order (created_at) where payment_ref is null;

-- What a gateway told, once each, and what came of it.
create table payment_event (
  gateway text not null,
  id text not null,
  type text not null,
  order_id text,
  payment_ref text,
  outcome text not null,
  detail text not null default '',
  created_at timestamptz not null default now(),
  primary key (gateway, id)
);
create index payment_event_time on payment_event (created_at desc);

-- The other side of the built-in test checkout: what its till knows.
create table test_checkout (
  ref text primary key,
  order_id text not null references purchase_order (id) on delete cascade,
  amount int not null,
  currency text not null,
  state text not null default 'open' check (state in ('open', 'paid', 'failed', 'cancelled', 'expired')),
  payment_ref text,
  refunded int not null default 0,
  expires_at timestamptz not null
);
