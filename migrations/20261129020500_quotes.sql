-- no transaction
-- What a professional offers one client in their conversation (contract 22): a service as they would do it, at a price and
-- length of its own, for one booking. Options as lines have them. One that is open past `expires_at` has expired.
alter table bookings add column quote_id uuid;

create table quotes (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  thread_id uuid not null,
  message_id uuid not null,
  service_id uuid not null,
  name text not null,
  options jsonb not null default '[]',
  price_cents integer not null,
  service_duration_minutes integer not null,
  note text,
  status text not null default 'open',
  expires_at timestamptz(3) not null,
  -- What was booked with it, which has its id, too.
  booking_id uuid,
  constraint quotes_pkey primary key (id, professional_id),
  constraint quotes_message_key unique (thread_id, message_id, professional_id),
  constraint quotes_message_id_fkey foreign key (thread_id, message_id, professional_id)
    references messages (thread_id, id, professional_id) on delete cascade,
  constraint quotes_service_id_fkey foreign key (professional_id, service_id) references services (professional_id, id),
  constraint quotes_booking_id_fkey foreign key (professional_id, booking_id)
    references bookings (professional_id, id) on delete cascade,
  constraint quotes_status_check check (status in ('open', 'booked', 'withdrawn', 'expired')),
  constraint quotes_booking_id_check check ((status = 'booked') = (booking_id is not null)),
  constraint quotes_price_check check (price_cents between 1 and 1000000),
  constraint quotes_duration_check check (service_duration_minutes between 5 and 1440),
  constraint quotes_note_check check (length(note) <= 500)
);
-- One that is open of a service in a thread; a service that goes ends all of its own.
create unique index quotes_open_key on quotes (service_id, thread_id, professional_id) where status = 'open';
create unique index quotes_booking_key on quotes (booking_id, professional_id) where booking_id is not null;

-- The text of a quote names its options, and ends with the note.
alter table messages drop constraint messages_text_check;
alter table messages add constraint messages_text_check check (length(text) <= 4000) not valid;
alter table messages validate constraint messages_text_check;
