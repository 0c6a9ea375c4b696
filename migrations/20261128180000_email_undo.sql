-- A changed address can be taken back from its former mailbox for 7 days (contract 3): the link for that, and which
-- changes were such a way back. What is taken back counts as never confirmed.
alter table link_tokens drop constraint link_tokens_purpose_check;
alter table link_tokens add constraint link_tokens_purpose_check check (purpose in
  ('password_reset', 'invitation', 'waitlist_verification', 'email_change', 'email_undo', 'pay_to_keep'));
alter table email_changes add column is_undo boolean not null default false;
