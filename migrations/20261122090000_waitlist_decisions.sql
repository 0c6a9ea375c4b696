-- Why an application was declined; the applicant reads it in the email.
alter table waitlist_entries add column decline_reason text;
alter table waitlist_entries add constraint waitlist_entries_decline_reason_check check (length(decline_reason) <= 1000) not valid;
alter table waitlist_entries validate constraint waitlist_entries_decline_reason_check;

-- How many reset links an account was sent lately is counted from its deliveries.
create index deliveries_password_reset_idx on deliveries (recipient, created_at) where template = 'password_reset';
