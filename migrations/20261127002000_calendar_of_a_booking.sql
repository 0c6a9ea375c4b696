-- What calendars show of an appointment ------------------------------------------------------------------------------

-- The key of its calendar files' addresses, one for each side.
alter table bookings add column calendar_secret uuid not null default gen_random_uuid();

-- A calendar keeps the entry with the highest SEQUENCE: whatever it shows raises that of what is still to come.
create function raise_sequences() returns trigger language plpgsql as $$
begin
  update bookings set sequence = coalesce(sequence, version) + 1, updated_at = clock_now()
    where status in ('pending', 'confirmed') and case tg_table_name
      when 'professionals' then professional_id = new.id
      when 'clients' then client_id = new.id
      else professional_id = (to_jsonb(new) ->> 'professional_id')::uuid and guest_id = new.id end;
  return null;
end $$;
create trigger professionals_sequences after update on professionals for each row when (
  (new.display_name, new.location, new.time_zone) is distinct from (old.display_name, old.location, old.time_zone))
  execute function raise_sequences();
create trigger clients_sequences after update on clients for each row when (
  (new.first_name, new.last_name) is distinct from (old.first_name, old.last_name)) execute function raise_sequences();
create trigger contacts_sequences after update on contacts for each row when (new.name is distinct from old.name)
  execute function raise_sequences();
