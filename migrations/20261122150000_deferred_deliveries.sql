-- A mail server that is away, or asks to wait, uses up no attempt: `deferrals` counts how often. After three days such an email is dead, counted from
-- when it was written or made due again (`revived_at`).
alter table deliveries
  add column deferrals integer not null default 0,
  add column revived_at timestamptz(3);
