-- Where a refund goes is kept for the professional who owes it so long after its client's account (contract 13).
alter table deposits add column refund_to_until timestamptz(3);
create index deposits_refund_to_until_idx on deposits (refund_to_until) where refund_to_until is not null;

-- The address to which the end of its account is mailed, which nothing else holds any more: it goes with that mail.
create table farewells (
  id uuid not null default uuidv7(),
  email text not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint farewells_pkey primary key (id)
);
create function forget_farewell() returns trigger language plpgsql as $$
begin
  delete from farewells where id::text = new.recipient;
  return null;
end $$;
create trigger deliveries_forget_farewell after update of sent_at, skipped_at, dead_at on deliveries for each row
  when (new.template = 'account_deleted'
    and (new.sent_at is not null or new.skipped_at is not null or new.dead_at is not null))
  execute function forget_farewell();
