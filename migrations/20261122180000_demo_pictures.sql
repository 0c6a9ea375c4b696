-- Pictures of the demo marketplace that are still to be drawn, which takes longer than a start may: a worker draws one after another and deletes its row
-- with the transaction that stores it. The key names the picture in src/server/seed/pictures.ts.
create table demo_pictures (
  key text not null,
  -- The order in which they are drawn.
  place integer not null,
  -- Whose work it is; null for the homepage's.
  professional_id uuid,
  service_id uuid,
  constraint demo_pictures_pkey primary key (key),
  constraint demo_pictures_professional_id_fkey foreign key (professional_id) references professionals (id) on delete cascade,
  constraint demo_pictures_service_id_fkey foreign key (professional_id, service_id) references services (professional_id, id) on delete cascade
);
