-- Clients who are told once when a month opens that was closed when they asked (contract 27). `tell_at` follows the
-- professional's setting and zone.
create table books_reminders (
  professional_id uuid not null,
  client_id uuid not null,
  month text not null,
  tell_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint books_reminders_pkey primary key (client_id, professional_id),
  constraint books_reminders_professional_id_fkey
    foreign key (professional_id) references professionals (id) on delete cascade,
  constraint books_reminders_client_id_fkey foreign key (client_id) references clients (id) on delete cascade,
  constraint books_reminders_month_check check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$')
);
create index books_reminders_due_idx on books_reminders (professional_id, tell_at);
create index books_reminders_tell_at_idx on books_reminders (tell_at);
create trigger books_reminders_refuse_former before insert on books_reminders
  for each row execute function refuse_former_professional();
-- By whom a former professional's name is forgotten.
create index notifications_books_opened_idx on notifications (subject_id) where type = 'books_opened';
