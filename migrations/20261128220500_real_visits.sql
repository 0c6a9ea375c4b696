-- no transaction
-- When a visit really began and ended (contract 25), what was paid of it, and its receipts (contract 26).
alter table bookings
  add column started_at timestamptz(3),
  add column finished_at timestamptz(3),
  -- When it was confirmed for the first time; null also of what was confirmed before this was kept.
  add column confirmed_at timestamptz(3),
  -- Whether it was completed and then taken back: its completion was told, and is not told again.
  add column was_completed boolean not null default false,
  -- The sum of its payments; null where none is written down.
  add column paid_cents integer,
  -- Its newest receipt.
  add column receipt_number integer,
  add column receipt_voided boolean not null default false;
alter table bookings add constraint bookings_pressed_check check (
  (started_at is null or status in ('confirmed', 'completed')) and (finished_at is null or status = 'completed')
  and (started_at is null or finished_at is null or started_at < finished_at)
  and (not no_show or started_at is null and finished_at is null)) not valid;
alter table bookings validate constraint bookings_pressed_check;
alter table bookings add constraint bookings_paid_check check (
  (paid_cents is null or paid_cents > 0) and not (no_show and paid_cents is not null)
  and (not receipt_voided or receipt_number is not null)) not valid;
alter table bookings validate constraint bookings_paid_check;
-- The visits from which lengths are learned.
create index concurrently bookings_pressed_idx on bookings (professional_id, start_time)
  where started_at is not null and finished_at is not null;

-- What was paid of a booking besides its deposit, all of it replaced at once.
create table payments (
  professional_id uuid not null,
  booking_id uuid not null,
  position smallint not null,
  method text not null,
  amount_cents integer not null,
  paid_on date not null,
  constraint payments_pkey primary key (booking_id, position, professional_id),
  constraint payments_booking_id_fkey
    foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint payments_position_check check (position between 0 and 5),
  constraint payments_method_check check (method in ('cash', 'payid', 'bank', 'card', 'other')),
  constraint payments_amount_cents_check check (amount_cents between 1 and 1000000)
);
create index payments_paid_on_idx on payments (professional_id, paid_on);
create index concurrently deposits_received_idx on deposits (professional_id, received_at)
  where status in ('received', 'applied', 'kept');

-- Each professional's are numbered without gaps; what one says is kept as it was issued.
create table receipts (
  professional_id uuid not null,
  number integer not null,
  booking_id uuid not null,
  issued_on date not null,
  content jsonb not null,
  created_at timestamptz(3) not null default clock_now(),
  voided_at timestamptz(3),
  constraint receipts_pkey primary key (professional_id, number),
  constraint receipts_booking_id_fkey foreign key (professional_id, booking_id) references bookings (professional_id, id),
  constraint receipts_number_check check (number > 0)
);
create unique index receipts_standing_key on receipts (professional_id, booking_id) where voided_at is null;
create index receipts_booking_idx on receipts (booking_id, number);
create index receipts_issued_on_idx on receipts (professional_id, issued_on);

-- How long visits really take, by service and choices, from three visits on.
create table learned_lengths (
  professional_id uuid not null,
  service_id uuid not null,
  -- Of a service with variants, one of each axis, sorted.
  choice_ids uuid[] not null default '{}',
  visits integer not null,
  -- How many times as long as listed it usually takes, and by which factor most visits are over.
  usual double precision not null,
  most double precision not null,
  -- When the oldest of all visits behind it is too old to count.
  due_at timestamptz(3) not null,
  constraint learned_lengths_pkey primary key (professional_id, service_id, choice_ids),
  constraint learned_lengths_service_id_fkey
    foreign key (professional_id, service_id) references services (professional_id, id) on delete cascade
);
create index learned_lengths_due_at_idx on learned_lengths (due_at);

alter table professionals
  add column business_name text,
  add column abn text,
  add column gst_registered boolean not null default false;
alter table professionals add constraint professionals_business_name_check
  check (length(business_name) between 1 and 200) not valid;
alter table professionals validate constraint professionals_business_name_check;
alter table professionals add constraint professionals_abn_check
  check (abn ~ '^[0-9]{11}$' and (abn is not null or not gst_registered)) not valid;
alter table professionals validate constraint professionals_abn_check;
