-- How many pairs a memory has: an account has a limit, and counting two million rows takes longer than a save.
alter table memory add column pairs int not null default 0;
update memory set pairs = (select count(*) from memory_pair where memory_pair.memory_id = memory.id);
create function count_new_pairs() returns trigger language plpgsql as $$ begin update memory set pairs = pairs + counted.pair_count from (select memory_id, count(*)::int as pair_count from came group by memory_id) as counted where memory.id = counted.memory_id; return null; end $$;
create function count_gone_pairs() returns trigger language plpgsql as $$ begin update memory set pairs = pairs - counted.pair_count from (select memory_id, count(*)::int as pair_count from gone group by memory_id) as counted where memory.id = counted.memory_id; return null; end $$;
create function count_moved_pair() returns trigger language plpgsql as $$ begin update memory set pairs = pairs + case when id = new.memory_id then 1 else -1 end where id in (new.memory_id, old.memory_id); return null; end $$;
create trigger memory_pair_comes after insert on memory_pair referencing new table as came for each statement execute function count_new_pairs();
create trigger memory_pair_goes after delete on memory_pair referencing old table as gone for each statement execute function count_gone_pairs();
create trigger memory_pair_moves after update on memory_pair for each row when (old.memory_id <> new.memory_id) execute function count_moved_pair();
