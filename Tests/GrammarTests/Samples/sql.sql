-- comment line
/* block
   comment */
# mysql comment
CREATE TABLE IF NOT EXISTS public.users (
  id SERIAL PRIMARY KEY,
  name VARCHAR(255) NOT NULL DEFAULT 'x''y',
  email text UNIQUE,
  price DECIMAL(10, 2) CHECK (price > 0),
  created_at TIMESTAMP WITH TIME ZONE DEFAULT NOW(),
  age INT UNSIGNED AUTO_INCREMENT,
  data JSONB, flag BOOLEAN DEFAULT TRUE, x bigint, d date, u uuid,
  CONSTRAINT fk_user FOREIGN KEY (user_id) REFERENCES other(id) ON DELETE CASCADE ON UPDATE SET NULL
);
create unique index idx_name on users (name);
CREATE OR REPLACE VIEW v AS SELECT a.id, b."Quoted Name", `back`, [bracket] FROM a;
SELECT DISTINCT u.name AS n, COUNT(*) AS total, SUM(o.amount), AVG(x), MAX(y), COALESCE(a, b)
FROM users u
LEFT OUTER JOIN orders AS o ON u.id = o.user_id AND o.x <> 3
INNER JOIN z USING (id)
WHERE u.age >= 18 AND u.name LIKE 'A%' OR u.id IN (1, 2.5, 3e10) AND x IS NOT NULL
  AND EXISTS (SELECT 1 FROM t WHERE t.id = u.id) AND y BETWEEN 1 AND 10
GROUP BY u.name HAVING COUNT(*) > 5
ORDER BY total DESC, n ASC NULLS LAST LIMIT 10 OFFSET 5;
INSERT INTO users (id, name) VALUES (1, 'bob'), (2, E'x\n') ON CONFLICT DO NOTHING RETURNING id;
UPDATE users SET name = 'x', age = age + 1 WHERE id = @id;
DELETE FROM users WHERE id = :id;
WITH RECURSIVE cte AS (SELECT 1 UNION ALL SELECT n + 1 FROM cte) SELECT * FROM cte;
SELECT CASE WHEN a > 1 THEN 'x' WHEN b THEN 'y' ELSE NULL END, CAST(x AS INTEGER), x::int, a || b;
SELECT ROW_NUMBER() OVER (PARTITION BY dept ORDER BY sal DESC) FROM emp;
ALTER TABLE users ADD COLUMN z INT; ALTER TABLE users DROP COLUMN z; DROP TABLE IF EXISTS users CASCADE;
TRUNCATE TABLE x; GRANT SELECT, INSERT ON users TO bob; REVOKE ALL ON x FROM y;
BEGIN TRANSACTION; COMMIT; ROLLBACK;
CREATE FUNCTION add(a integer, b integer) RETURNS integer AS $$
BEGIN
  RETURN a + b;
END;
$$ LANGUAGE plpgsql;
CREATE PROCEDURE dbo.GetUser @id INT, @name NVARCHAR(50) = N'x' AS
BEGIN
  DECLARE @cnt INT = 0; SET @cnt = @@ROWCOUNT; IF @cnt > 0 PRINT 'yes' ELSE PRINT 'no';
  WHILE @cnt < 5 BEGIN SET @cnt += 1; END
  EXEC sp_foo @a = 1; SELECT TOP 10 * FROM #temp; SELECT GETDATE(), DATEADD(day, 1, x), LEN(a), ISNULL(a, b), SUBSTRING(a, 1, 2), UPPER(n), CURRENT_TIMESTAMP;
  RETURN 0;
END
CREATE TRIGGER trg AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION f();
EXPLAIN ANALYZE SELECT * FROM x CROSS JOIN y FULL JOIN w;
MERGE INTO t USING s ON t.id = s.id WHEN MATCHED THEN UPDATE SET a = 1 WHEN NOT MATCHED THEN INSERT VALUES (1);
CREATE TABLE IF NOT EXISTS t (id INT UNSIGNED AUTO_INCREMENT, body LONGTEXT, at TIMESTAMP DEFAULT CURRENT_TIMESTAMP) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COMMENT='x';
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS i ON s.t USING gin (tags); CREATE TEMP TABLE x AS SELECT 1;
INSERT INTO t VALUES (2.5e3, .5, 1.5) ON CONFLICT (id) DO UPDATE SET a = EXCLUDED.a; SELECT s.t.col, a.b.c.d FROM s.t;
SELECT data->>'a', data #> '{a}', a @> b, a ~* 'x', a !~ 'b', x % 2, ARRAY[1, 2], tags[1], [dbo].[name], U&'d', E'it\'s \x41\n';
SELECT json_build_object('a', 1), date_trunc('day', x), extract(epoch FROM x), unnest(tags) FROM a LEFT JOIN LATERAL f() ON true;
x := 5; PERFORM f(); ELSIF x THEN RAISE NOTICE 'x %', a; END IF; @n += 1
DO $body$ BEGIN NULL; END $body$; ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW; VACUUM ANALYZE t;
