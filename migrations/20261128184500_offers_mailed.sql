-- Whether an offer of the cancellation list was mailed.
create index deliveries_offer_idx on deliveries ((payload ->> 'opening_id'))
  where template = 'cancellation_list' and payload ->> 'about' = 'offered';
