-- no transaction
-- The orders of the lists, over what is listed alone.
create index concurrently services_listed_name_idx on services (name, id) where is_active and professional_is_visible and deleted_at is null;
create index concurrently services_listed_category_idx on services (category, name, id) where is_active and professional_is_visible and deleted_at is null;
create index concurrently professionals_listed_name_idx on professionals (display_name, id) where is_active and user_is_active;
drop index concurrently if exists services_name_idx;
drop index concurrently if exists services_category_idx;
drop index concurrently if exists professionals_name_idx;
