-- Where a professional works (contract 28): what everybody may see of it, and what those who come there alone. Whoever
-- shows a place asks shared/rules/place.ts what. And the number that confirmed clients may call (contract 29).
alter table professionals add column place jsonb, add column contact_phone text;
alter table professionals add constraint professionals_place_check check (place is null
    or place ->> 'kind' in ('salon', 'home', 'mobile')
    and ((place ->> 'kind' = 'mobile') = (place ->> 'address' is null))
    and (place ->> 'kind' = 'salon' or not (place ->> 'public')::boolean)),
  add constraint professionals_contact_phone_check check (contact_phone ~ '^[0-9]{6,20}$'),
  add constraint professionals_nowhere_check check (user_id is not null or place is null and contact_phone is null);

-- Where a client is visited; and the digest of the place that its client was last told, null for none.
alter table bookings add column visit_address text, add column told_place text;

-- The last changes of an address that clients have to be told of, for the limit of changes, and when they are told.
create table place_changes (
  professional_id uuid not null,
  changed_at timestamptz(3)[] not null,
  tell_at timestamptz(3),
  constraint place_changes_pkey primary key (professional_id),
  constraint place_changes_professional_id_fkey
    foreign key (professional_id) references professionals (id) on delete cascade
);
create index place_changes_tell_at_idx on place_changes (tell_at) where tell_at is not null;
