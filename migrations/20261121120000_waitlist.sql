-- Signups counted per address of the caller, exactly and over restarts: each costs a mail.
create table signup_counts (
  key text not null,
  signups integer not null,
  since timestamptz(3) not null default clock_now(),
  constraint signup_counts_pkey primary key (key),
  constraint signup_counts_signups_check check (signups >= 1)
);

-- How many mails an entry got within a day.
create index deliveries_waitlist_idx on deliveries (recipient, created_at) where template = 'waitlist';

-- Two UTF-16 units, which the specification counts, may be a single character.
alter table waitlist_entries drop constraint waitlist_entries_name_check;
alter table waitlist_entries add constraint waitlist_entries_name_check check (length(name) between 1 and 200);
