-- Whom a professional does not take online any more.
alter table contacts add column blocked boolean not null default false;
create index contacts_blocked_idx on contacts (professional_id) where blocked;
alter table imported_contacts add column blocked boolean not null default false;
