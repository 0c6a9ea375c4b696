-- The pictures of the demo are files of the project now, and their rows are written with the demo.
drop table demo_pictures;
