-- The payload of an email about a booking names its change beside the booking. Emails that were sent keep the shape that they were sent with.
update deliveries set payload = (payload - 'told') || ((payload -> 'told') - 'wasConfirmed')
    || case when payload -> 'told' ? 'wasConfirmed' then jsonb_build_object('was_confirmed', payload -> 'told' -> 'wasConfirmed') else '{}' end
  where template = 'booking' and sent_at is null and payload ? 'told';
