-- Until a deletion took a picture's address out of its professional's profile, too, it could leave one there that shows nothing.
update professionals p set profile_picture = null
  where starts_with(profile_picture, '/images/')
    and not exists (select from professional_pictures where storage_key = split_part(p.profile_picture, '/', 3))
    and not exists (select from images where storage_key = split_part(p.profile_picture, '/', 3));
