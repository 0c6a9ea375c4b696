-- A professional's own order of services: none until they give one, then new services come last.
alter table services add column position integer,
  add constraint services_position_check check (position >= 0) not valid;

-- What a picture must not lose where it is cut, in parts of its width and height; the middle for those that are there.
alter table professional_pictures add column focus_x double precision not null default 0.5,
  add column focus_y double precision not null default 0.5,
  add constraint professional_pictures_focus_check check (focus_x between 0 and 1 and focus_y between 0 and 1) not valid;

-- As before, with the focus.
create or replace function keep_card_pictures(changed uuid[]) returns void language plpgsql as $$
begin
  update professionals p set card_picture = card.picture
    from (
      select one.id, (
        select jsonb_build_object('key', storage_key, 'width', width, 'height', height, 'alt', coalesce(nullif(alt, ''), caption, ''), 'focus', jsonb_build_object('x', focus_x, 'y', focus_y))
        from professional_pictures where professional_id = one.id and kind <> 'profile' order by position, id limit 1
      ) as picture
      from unnest(changed) one (id)
    ) card
    where p.id = card.id and p.card_picture is distinct from card.picture;
  update services s set card_picture = card.picture
    from (
      select one.professional_id, one.id, (
        select jsonb_build_object('key', storage_key, 'width', width, 'height', height, 'alt', coalesce(nullif(alt, ''), caption, ''), 'focus', jsonb_build_object('x', focus_x, 'y', focus_y))
        from professional_pictures where professional_id = one.professional_id and service_id = one.id order by position, id limit 1
      ) as picture
      from services one where one.professional_id = any(changed)
    ) card
    where s.professional_id = card.professional_id and s.id = card.id and s.card_picture is distinct from card.picture;
end $$;
