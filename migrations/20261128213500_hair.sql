-- What a client tells of their hair (contract 23). `health` is encrypted: no column holds it in clear.
create table client_hair (
  client_id uuid not null,
  hair jsonb,
  -- The group of the tightest pattern told, which evidence counts by.
  texture text,
  -- Whether their visits may be counted.
  counted boolean not null default false,
  health bytea,
  -- Of hair, health or pictures.
  updated_at timestamptz(3),
  constraint client_hair_pkey primary key (client_id),
  constraint client_hair_client_id_fkey foreign key (client_id) references clients (id) on delete cascade,
  constraint client_hair_texture_check check (texture in ('1', '2', '3', '4a', '4bc'))
);

-- Private pictures; one that was deleted has no key any more, and is kept for an hour, as long as it counts.
create table hair_pictures (
  id uuid not null default uuidv7(),
  client_id uuid not null,
  storage_key text,
  width integer not null,
  height integer not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint hair_pictures_pkey primary key (id),
  constraint hair_pictures_client_id_fkey foreign key (client_id) references clients (id) on delete cascade,
  constraint hair_pictures_storage_key_key unique (storage_key),
  constraint hair_pictures_size_check check (width > 0 and height > 0)
);
create index hair_pictures_client_idx on hair_pictures (client_id, created_at desc);
create index hair_pictures_removed_idx on hair_pictures (created_at) where storage_key is null;

-- What the client of a booking ticked for its professional.
create table hair_shares (
  professional_id uuid not null,
  booking_id uuid not null,
  client_id uuid not null,
  hair boolean not null,
  health boolean not null,
  picture_ids uuid[] not null,
  constraint hair_shares_pkey primary key (booking_id, professional_id),
  constraint hair_shares_booking_id_fkey
    foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint hair_shares_client_id_fkey foreign key (client_id) references clients (id) on delete cascade
);
create index hair_shares_client_idx on hair_shares (client_id);

-- Each look of a professional that was shown something; those within an hour of the first are one.
create table hair_readings (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  booking_id uuid not null,
  client_id uuid not null,
  read_at timestamptz(3) not null default clock_now(),
  parts text[] not null,
  constraint hair_readings_pkey primary key (id, professional_id),
  constraint hair_readings_booking_id_fkey
    foreign key (professional_id, booking_id) references bookings (professional_id, id) on delete cascade,
  constraint hair_readings_client_id_fkey foreign key (client_id) references clients (id) on delete cascade,
  constraint hair_readings_parts_check check (parts <@ array['hair', 'health', 'pictures'] and parts <> '{}')
);
create index hair_readings_client_idx on hair_readings (client_id, read_at desc, id desc);
create index hair_readings_booking_idx on hair_readings (booking_id, professional_id, read_at desc);
create index hair_readings_read_at_idx on hair_readings (read_at);

-- What services, professionals and pictures say of hair (contracts 21, 24); a booked service keeps its technique.
alter table services
  add column if not exists technique text,
  add column if not exists min_length_cm smallint,
  add constraint services_technique_check check (technique ~ '^[a-z_]{3,20}$') not valid;
alter table booking_services add column technique text;
alter table professionals
  add column techniques jsonb not null default '[]',
  -- From how many people up who came, by technique and texture; kept by the rounds of the worker.
  add column evidence jsonb not null default '[]';
alter table professional_pictures add column technique text, add column texture text;
alter table reviews add column show_texture boolean not null default false;

-- Professionals whose evidence may have changed; without a unique key, so that nobody waits for anybody.
create table evidence_due (
  professional_id uuid not null,
  id bigint generated always as identity,
  constraint evidence_due_pkey primary key (id, professional_id)
);

create function evidence_of_booking_due() returns trigger language plpgsql as $$
begin
  insert into evidence_due (professional_id) values (new.professional_id);
  return null;
end $$;
create trigger bookings_evidence_due after update of status, no_show, client_id on bookings for each row
  when (new.status = 'completed' and (old.status, old.no_show, old.client_id) is distinct from (new.status, new.no_show, new.client_id))
  execute function evidence_of_booking_due();
create trigger bookings_inserted_evidence_due after insert on bookings for each row
  when (new.status = 'completed') execute function evidence_of_booking_due();

create function evidence_of_client_due() returns trigger language plpgsql as $$
begin
  insert into evidence_due (professional_id) select distinct professional_id from bookings
    where client_id = coalesce(new.client_id, old.client_id) and status = 'completed';
  return null;
end $$;
create trigger client_hair_evidence_due after insert or delete on client_hair
  for each row execute function evidence_of_client_due();
create trigger client_hair_changed_evidence_due after update on client_hair for each row
  when ((old.texture, old.counted) is distinct from (new.texture, new.counted)) execute function evidence_of_client_due();

create function evidence_of_user_due() returns trigger language plpgsql as $$
begin
  insert into evidence_due (professional_id) select distinct b.professional_id from clients c join bookings b on b.client_id = c.id
    where c.user_id = new.id and b.status = 'completed';
  return null;
end $$;
create trigger users_evidence_due after update of is_active on users for each row
  when (old.is_active <> new.is_active and new.role = 'client') execute function evidence_of_user_due();
