-- As for services and windows: no picture of a professional whose account was deleted, uploaded while that was under way.
create trigger professional_pictures_refuse_former before insert on professional_pictures
  for each row execute function refuse_former_professional();
