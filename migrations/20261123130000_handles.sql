-- The short addresses of professionals, /p/HANDLE (contract 10). A former one leads on until `leads_until`, and is
-- nobody else's meanwhile, also where its professional is gone.
create table handles (
  handle text not null,
  professional_id uuid,
  leads_until timestamptz(3),
  constraint handles_pkey primary key (handle),
  constraint handles_professional_id_fkey foreign key (professional_id) references professionals (id) on delete set null,
  constraint handles_handle_check check (handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(handle) between 3 and 30)
);
create unique index handles_current_key on handles (professional_id) where leads_until is null;
create index handles_professional_id_idx on handles (professional_id);

-- When a professional changed their handle, for the limit of changes.
create table handle_changes (
  professional_id uuid not null,
  changed_at timestamptz(3) not null default clock_now(),
  constraint handle_changes_professional_id_fkey foreign key (professional_id) references professionals (id) on delete cascade
);
create index handle_changes_professional_id_idx on handle_changes (professional_id, changed_at);
