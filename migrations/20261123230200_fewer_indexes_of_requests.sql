-- no transaction
-- A request is found by its id, by its booking and by its client, and a pending one by what it holds. Without indexes on
-- the pending ones an answer changes no indexed column: with room in the page it stays there, and none is written.
-- That a booking has one pending request is decided under its lock: `bookings.reschedule_id` names it.
alter table reschedules set (fillfactor = 80);
drop index concurrently if exists reschedules_pending_key;
drop index concurrently if exists reschedules_expires_at_idx;

-- By id alone, and by professional and id.
create unique index concurrently reschedules_id_first_idx on reschedules (id, professional_id);
do $$ begin
  if to_regclass('reschedules_id_first_idx') is not null then
    alter table busy_times drop constraint busy_times_reschedule_id_fkey;
    alter table reschedules drop constraint reschedules_pkey,
      add constraint reschedules_pkey primary key using index reschedules_id_first_idx;
    alter table busy_times add constraint busy_times_reschedule_id_fkey
      foreign key (professional_id, reschedule_id) references reschedules (professional_id, id) on delete cascade not valid;
  end if;
end $$;
alter table busy_times validate constraint busy_times_reschedule_id_fkey;
drop index concurrently if exists reschedules_id_idx;
