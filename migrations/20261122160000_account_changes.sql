-- Another address for an account, from the request on. It counts once its own mailbox has confirmed it; what it replaced is kept for the email
-- that says so.
create table email_changes (
  id uuid not null default uuidv7(),
  user_id uuid not null,
  email text not null,
  previous_email text,
  created_at timestamptz(3) not null default clock_now(),
  confirmed_at timestamptz(3),
  constraint email_changes_pkey primary key (id),
  constraint email_changes_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint email_changes_email_check check (email = lower(email) and length(email) between 3 and 254),
  constraint email_changes_confirmed_check check ((confirmed_at is null) = (previous_email is null))
);
create index email_changes_user_id_idx on email_changes (user_id, id desc);
create index email_changes_created_at_idx on email_changes (created_at);

create index link_tokens_user_id_idx on link_tokens (user_id) where user_id is not null;
alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check
  check (purpose in ('password_reset', 'invitation', 'waitlist_verification', 'email_change')) not valid;
alter table link_tokens validate constraint link_tokens_purpose_check;

-- An account that is deleted leaves its professional or client behind only where bookings of others need one, and then without anything
-- personal: the constraints hold that against a call of the same person that was under way.
alter table professionals alter column user_id drop not null;
alter table professionals add constraint professionals_former_check check (user_id is not null or (display_name = 'Former professional'
  and location = 'Not available' and bio is null and profile_picture is null and not is_active and not user_is_active)) not valid;
alter table professionals validate constraint professionals_former_check;
alter table clients alter column user_id drop not null;
alter table clients add constraint clients_former_check check (user_id is not null or (first_name = 'Former' and last_name = 'client'
  and phone_number = '' and notes is null)) not valid;
alter table clients validate constraint clients_former_check;

create function refuse_former_professional() returns trigger language plpgsql as $$
begin
  -- The lock waits for a deletion, and then sees it.
  perform from professionals where id = new.professional_id and user_id is not null for key share;
  if not found then
    raise exception 'there is no such professional any more'
      using errcode = 'foreign_key_violation', constraint = tg_table_name || '_professional_id_fkey', table = tg_table_name;
  end if;
  return new;
end $$;
create trigger services_refuse_former before insert on services for each row execute function refuse_former_professional();
create trigger availability_refuse_former before insert on availability for each row execute function refuse_former_professional();

-- How far a new professional is with setting up: shown, left for later, or done with. Whoever was here before has set up already.
alter table professionals add column first_steps text not null default 'done';
alter table professionals add constraint professionals_first_steps_check check (first_steps in ('open', 'hidden', 'done')) not valid;
alter table professionals validate constraint professionals_first_steps_check;
