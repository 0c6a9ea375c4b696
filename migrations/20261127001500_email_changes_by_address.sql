-- Mails because accounts ask for another address are counted by that address.
create index email_changes_email_idx on email_changes (email, created_at);
create index deliveries_email_change_idx on deliveries (recipient) where template = 'email_change';
