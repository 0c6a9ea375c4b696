-- no transaction
-- The locality that a professional's location means, and the text of which it was understood: where that differs from the location,
-- nobody has understood it yet, and the process that starts next does.
alter table professionals add column locality_id integer, add column understood_location text;
alter table professionals add constraint professionals_locality_id_fkey foreign key (locality_id) references localities (id) not valid;
alter table professionals validate constraint professionals_locality_id_fkey;

-- Searches are answered from memory alone.
drop index concurrently if exists services_search_idx;
drop index concurrently if exists professionals_search_idx;
drop index concurrently if exists professionals_location_idx;
