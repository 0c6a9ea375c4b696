-- Whom a client likes to come back to; nobody else sees it.
create table favourites (
  professional_id uuid not null,
  client_id uuid not null,
  created_at timestamptz(3) not null default clock_now(),
  constraint favourites_pkey primary key (client_id, professional_id),
  constraint favourites_professional_id_fkey foreign key (professional_id) references professionals (id) on delete cascade,
  constraint favourites_client_id_fkey foreign key (client_id) references clients (id) on delete cascade
);
create index favourites_professional_idx on favourites (professional_id);
create trigger favourites_refuse_former before insert on favourites
  for each row execute function refuse_former_professional();
