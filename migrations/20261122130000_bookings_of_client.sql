-- no transaction
-- A booking looks at all that its client has to come. Status, professional and moment stand in the index, so that this is one or two of its pages and not another page of
-- the table for each booking. Hardly anything is written more often: nearly each change of a status changes when the booking is due, which is indexed, too.
create index concurrently if not exists bookings_of_client_idx on bookings (client_id, start_time desc, id desc) include (status, professional_id, created_at);
drop index concurrently if exists bookings_client_idx;
