-- Postcodes that Australia Post gives to post-office boxes and large receivers alone: of some of them the type is empty
-- where localities come from, and they were taken for places of delivery.
update localities set is_delivery = false where is_delivery and postcode ~ '^(1|8|9|5[89]|6[89]|7[89]|0[29])';

-- Who was understood as one of those is understood again by the process that starts next.
update professionals set understood_location = null
where locality_id in (select id from localities where postcode ~ '^(1|8|9|5[89]|6[89]|7[89]|0[29])');
