-- Whether a professional's user may log in, beside `is_active`, the professional's own switch: others see and book only those with both.
-- Kept by a trigger, so that lists and bookings read one row and need no join, whoever disables the user.
alter table professionals add column user_is_active boolean not null default true;

create function keep_user_is_active() returns trigger language plpgsql as $$
begin
  update professionals set user_is_active = new.is_active where user_id = new.id;
  return null;
end $$;
create trigger users_is_active_kept
  after update of is_active on users
  for each row when (old.is_active <> new.is_active) execute function keep_user_is_active();

update professionals set user_is_active = false from users where users.id = professionals.user_id and not users.is_active;
