-- Answers about credits and orders are kept too, and so is what says an account's company.
create function tell_account_itself() returns trigger language plpgsql as $$ begin if current_setting('cuelane.tells_changes', true) = 'on' then perform pg_notify('cuelane_changes', new.id); end if; return null; end $$;
create trigger account_tells after update of company on account for each row execute function tell_account_itself();
create trigger credit_grant_tells after insert or update or delete on credit_grant for each row execute function tell_account_change();
create trigger credit_entry_tells after insert or delete on credit_entry for each row execute function tell_account_change();
create trigger purchase_order_tells after insert or update or delete on purchase_order for each row execute function tell_account_change();
