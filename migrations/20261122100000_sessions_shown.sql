-- A session as its user sees it: under an id that says nothing about its token, with the browser and system that logged in.
alter table sessions
  add column shown_id uuid not null default uuidv7(),
  add column device text,
  add constraint sessions_shown_id_key unique (shown_id),
  add constraint sessions_device_check check (length(device) between 1 and 100);
