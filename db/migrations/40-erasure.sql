-- A person is made anonymous by ids alone: nothing is searched for the name (db/functions/closing.sql).

drop function texts_with_names(), name_pattern(text, text, text);
drop index stock_movements__with_note;
