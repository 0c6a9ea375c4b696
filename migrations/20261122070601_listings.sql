-- What the search lists read: which services are listed, how many there are, and whose listing changed. Triggers keep all of it, so that it is
-- right whoever writes. They are `enable always`: rows loaded with session_replication_role = replica are listed and counted, too.

-- Whether others see the service's professional: a page of services is cut along an index over this and joins no more than its own rows.
alter table services add column professional_is_visible boolean not null default true;

create function set_professional_is_visible() returns trigger language plpgsql as $$
begin
  -- With the lock, either this row sees that the professional was hidden at the same moment, or that one's change sees this row.
  select is_active and user_is_active into new.professional_is_visible from professionals where id = new.professional_id for share;
  -- Where there is no professional the foreign key refuses the row.
  new.professional_is_visible := coalesce(new.professional_is_visible, false);
  return new;
end $$;
create trigger services_professional_is_visible_set
  before insert on services for each row execute function set_professional_is_visible();

create function keep_professional_is_visible() returns trigger language plpgsql as $$
begin
  update services set professional_is_visible = new.is_active and new.user_is_active where professional_id = new.id;
  return null;
end $$;
create trigger professionals_is_visible_kept
  after update of is_active, user_is_active on professionals for each row
  when ((old.is_active and old.user_is_active) <> (new.is_active and new.user_is_active)) execute function keep_professional_is_visible();

update services set professional_is_visible = false
  from professionals p where p.id = services.professional_id and not (p.is_active and p.user_is_active);

-- The length of a list is the sum of its rows here; services are counted by category. A statement that changes a length adds rows instead of
-- changing one, so that no writer waits for another. Where there are many, a writer replaces those that nobody else holds by their sums.
create table listing_counts (
  id bigint generated always as identity,
  list text not null,
  category text not null default '',
  listed integer not null,
  constraint listing_counts_pkey primary key (id),
  constraint listing_counts_list_check check (list in ('services', 'professionals'))
);

create function fold_listing_counts() returns void language plpgsql as $$
begin
  if (select count(*) from listing_counts) > 100 then
    with folded as (
      delete from listing_counts where id = any (array(select id from listing_counts for update skip locked)) returning list, category, listed
    )
    insert into listing_counts (list, category, listed)
      select list, category, sum(listed) from folded group by list, category having sum(listed) <> 0;
  end if;
end $$;

-- Besides counting, each change of a professional, their services or specializations is told on the channel `listings`, by the professional's id.
create function list_services() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into listing_counts (list, category, listed)
      select 'services', category, count(*) from new_rows where is_active and professional_is_visible and deleted_at is null group by category;
    perform pg_notify('listings', professional_id::text) from (select distinct professional_id from new_rows) changed;
  end if;
  if tg_op <> 'INSERT' then
    insert into listing_counts (list, category, listed)
      select 'services', category, -count(*) from old_rows where is_active and professional_is_visible and deleted_at is null group by category;
    perform pg_notify('listings', professional_id::text) from (select distinct professional_id from old_rows) changed;
  end if;
  perform fold_listing_counts();
  return null;
end $$;
create trigger services_inserted after insert on services
  referencing new table as new_rows for each statement execute function list_services();
create trigger services_updated after update on services
  referencing old table as old_rows new table as new_rows for each statement execute function list_services();
create trigger services_deleted after delete on services
  referencing old table as old_rows for each statement execute function list_services();

create function list_professionals() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    insert into listing_counts (list, listed)
      select 'professionals', count(*) from new_rows where is_active and user_is_active having count(*) > 0;
    perform pg_notify('listings', id::text) from new_rows;
  end if;
  if tg_op <> 'INSERT' then
    insert into listing_counts (list, listed)
      select 'professionals', -count(*) from old_rows where is_active and user_is_active having count(*) > 0;
    perform pg_notify('listings', id::text) from old_rows;
  end if;
  perform fold_listing_counts();
  return null;
end $$;
create trigger professionals_inserted after insert on professionals
  referencing new table as new_rows for each statement execute function list_professionals();
create trigger professionals_updated after update on professionals
  referencing old table as old_rows new table as new_rows for each statement execute function list_professionals();
create trigger professionals_deleted after delete on professionals
  referencing old table as old_rows for each statement execute function list_professionals();

create function tell_specializations() returns trigger language plpgsql as $$
begin
  perform pg_notify('listings', coalesce(new.professional_id, old.professional_id)::text);
  return null;
end $$;
create trigger professional_specializations_told after insert or delete on professional_specializations
  for each row execute function tell_specializations();

alter table services enable always trigger services_professional_is_visible_set, enable always trigger services_inserted,
  enable always trigger services_updated, enable always trigger services_deleted;
alter table professionals enable always trigger professionals_is_visible_kept, enable always trigger professionals_inserted,
  enable always trigger professionals_updated, enable always trigger professionals_deleted;
alter table professional_specializations enable always trigger professional_specializations_told;

insert into listing_counts (list, category, listed)
  select 'services', category, count(*) from services where is_active and professional_is_visible and deleted_at is null group by category
  union all
  select 'professionals', '', count(*) from professionals where is_active and user_is_active;
