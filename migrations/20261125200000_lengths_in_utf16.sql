-- no transaction
-- A text of two UTF-16 units, which are what calls count (contract 2), may be one character.
alter table professionals drop constraint professionals_location_check,
  add constraint professionals_location_check check (length(location) between 1 and 400) not valid;
alter table professionals validate constraint professionals_location_check;
alter table services drop constraint services_name_check,
  add constraint services_name_check check (length(name) between 1 and 200) not valid;
alter table services validate constraint services_name_check;
