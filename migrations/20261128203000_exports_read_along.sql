-- no transaction
-- What belongs to somebody is read page by page for their export, along an index each.
create index concurrently cancellation_list_entries_professional_idx on cancellation_list_entries (professional_id, id);
create index concurrently reviews_of_professional_idx on reviews (professional_id, id);
create index concurrently audit_entries_actor_idx on audit_entries (actor_id, id);
