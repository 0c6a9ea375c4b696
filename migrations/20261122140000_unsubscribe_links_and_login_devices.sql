-- Signs the unsubscribe links of emails, so that they work for as long as the email is kept and need no row each. Made here, known to nobody.
create table signing_keys (
  purpose text not null,
  key bytea not null,
  constraint signing_keys_pkey primary key (purpose),
  constraint signing_keys_purpose_check check (purpose in ('unsubscribe')),
  constraint signing_keys_key_check check (length(key) = 32)
);
insert into signing_keys (purpose, key)
values ('unsubscribe', decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- From which browsers and networks an account logged in: the key is a hash of both. A login from another one is mailed.
create table login_devices (
  user_id uuid not null,
  key text not null,
  device text,
  last_login_at timestamptz(3) not null default clock_now(),
  constraint login_devices_pkey primary key (user_id, key),
  constraint login_devices_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint login_devices_key_check check (key ~ '^[0-9a-f]{64}$'),
  constraint login_devices_device_check check (length(device) <= 100)
);
create index login_devices_last_login_at_idx on login_devices (last_login_at);
-- Whether an account was mailed of a new device lately is counted from its deliveries.
create index deliveries_new_device_idx on deliveries (recipient, created_at) where template = 'new_device';
