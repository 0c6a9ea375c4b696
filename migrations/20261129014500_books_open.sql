-- When a professional opens the books of a month (contract 27): {day, time, months}, null where they are always open.
alter table professionals add column books_open jsonb;
alter table professionals add constraint professionals_books_open_check check (books_open is null
  or (books_open ->> 'day')::int between 1 and 28 and (books_open ->> 'months')::int between 1 and 3
    and books_open ->> 'time' ~ '^([01][0-9]|2[0-3]):[03]0$');
-- Slots follow from it.
create trigger professionals_books_version after update on professionals for each row
  when (old.books_open is distinct from new.books_open) execute function raise_slot_version_of_settings();
