-- What somebody typed when they signed an address up: anybody may do so again before it is verified, and each link
-- verifies what its own mail names.
create table waitlist_signups (
  id uuid not null default uuidv7(),
  entry_id uuid not null,
  name text not null,
  role text not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint waitlist_signups_pkey primary key (id),
  constraint waitlist_signups_entry_id_fkey foreign key (entry_id) references waitlist_entries (id) on delete cascade
);
create index waitlist_signups_entry_id_idx on waitlist_signups (entry_id);
create index waitlist_signups_created_at_idx on waitlist_signups (created_at);

-- The signup that the mail of a link answered; null of links of other kinds.
alter table link_tokens add column signup_id uuid;
