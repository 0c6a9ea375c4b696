-- When a client wants to be told that a next visit is due (contract 27): of the two one at a time, of one visit.
create table due_reminders (
  professional_id uuid not null,
  client_id uuid not null,
  booking_id uuid not null,
  due_on date not null,
  -- 10:00 of that day on the professional's clock.
  remind_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint due_reminders_pkey primary key (professional_id, client_id),
  constraint due_reminders_booking_key unique (professional_id, booking_id),
  constraint due_reminders_booking_fkey
    foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint due_reminders_client_id_fkey foreign key (client_id) references clients (id) on delete cascade
);
create index due_reminders_client_idx on due_reminders (client_id);
create index due_reminders_remind_at_idx on due_reminders (remind_at);
