-- Of a review one unread notification at a time (contract 14): the newest stays unread of what lies there.
update notifications set is_read = true from (
  select id, row_number() over (partition by user_id, booking_id order by created_at desc, id desc) as place
  from notifications where not is_read and booking_id is not null
    and type in ('review_created', 'review_changed', 'review_replied', 'review_reply_changed')) ranked
where notifications.id = ranked.id and ranked.place > 1;
create unique index notifications_review_key on notifications (user_id, booking_id)
  where type in ('review_created', 'review_changed', 'review_replied', 'review_reply_changed') and not is_read;
-- Whether a visit's review, or its reply, was mailed lately.
create index deliveries_review_idx on deliveries ((payload ->> 'booking_id')) where template = 'review';
