-- Pictures that professionals show: one of themselves, some of their work, and some of one service. Their files are in the image store, under the key.
-- A work picture may show a service, too; a service's own goes with it. The order of a professional's pictures has no gaps.
create table professional_pictures (
  professional_id uuid not null,
  id uuid not null default uuidv7(),
  kind text not null,
  service_id uuid,
  position integer not null default 0,
  storage_key text not null,
  alt text not null default '',
  caption text,
  width integer not null,
  height integer not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint professional_pictures_pkey primary key (professional_id, id),
  constraint professional_pictures_professional_id_fkey foreign key (professional_id) references professionals (id),
  constraint professional_pictures_service_id_fkey foreign key (professional_id, service_id) references services (professional_id, id),
  constraint professional_pictures_storage_key_key unique (storage_key),
  constraint professional_pictures_kind_check check (kind in ('profile', 'work', 'service')),
  constraint professional_pictures_service_id_check check (case kind when 'profile' then service_id is null when 'service' then service_id is not null else true end),
  constraint professional_pictures_position_check check (position >= 0),
  constraint professional_pictures_alt_check check (length(alt) <= 300),
  constraint professional_pictures_caption_check check (length(caption) <= 300),
  constraint professional_pictures_size_check check (width > 0 and height > 0)
);
create unique index professional_pictures_profile_key on professional_pictures (professional_id) where kind = 'profile';
create index professional_pictures_position_idx on professional_pictures (professional_id, position, id);
create index professional_pictures_service_idx on professional_pictures (professional_id, service_id) where service_id is not null;

-- A picture of our own is kept without the origin of its address, which the configuration may change.
alter table professionals drop constraint professionals_profile_picture_check,
  add constraint professionals_profile_picture_check check (profile_picture like 'https://%' or profile_picture ~ '^/images/[0-9a-f-]{36}/[0-9]{1,4}\.webp$');

-- The first picture of a professional and of a service, for lists, which would otherwise look for it in every row. Triggers keep it.
alter table professionals add column card_picture jsonb;
alter table services add column card_picture jsonb;

create function keep_card_pictures(changed uuid[]) returns void language plpgsql as $$
begin
  update professionals p set card_picture = card.picture
    from (
      select one.id, (
        select jsonb_build_object('key', storage_key, 'width', width, 'height', height, 'alt', coalesce(nullif(alt, ''), caption, ''))
        from professional_pictures where professional_id = one.id and kind <> 'profile' order by position, id limit 1
      ) as picture
      from unnest(changed) one (id)
    ) card
    where p.id = card.id and p.card_picture is distinct from card.picture;
  update services s set card_picture = card.picture
    from (
      select one.professional_id, one.id, (
        select jsonb_build_object('key', storage_key, 'width', width, 'height', height, 'alt', coalesce(nullif(alt, ''), caption, ''))
        from professional_pictures where professional_id = one.professional_id and service_id = one.id order by position, id limit 1
      ) as picture
      from services one where one.professional_id = any(changed)
    ) card
    where s.professional_id = card.professional_id and s.id = card.id and s.card_picture is distinct from card.picture;
end $$;

create function professional_pictures_written() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then perform keep_card_pictures(array(select distinct professional_id from new_rows)); end if;
  if tg_op <> 'INSERT' then perform keep_card_pictures(array(select distinct professional_id from old_rows)); end if;
  return null;
end $$;
create trigger professional_pictures_inserted after insert on professional_pictures
  referencing new table as new_rows for each statement execute function professional_pictures_written();
create trigger professional_pictures_updated after update on professional_pictures
  referencing old table as old_rows new table as new_rows for each statement execute function professional_pictures_written();
create trigger professional_pictures_deleted after delete on professional_pictures
  referencing old table as old_rows for each statement execute function professional_pictures_written();
