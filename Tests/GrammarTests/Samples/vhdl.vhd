-- A counter, its package and its test.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

package counter_pkg is
  constant LIMIT : integer := 16#FF#;
  constant RATIO : real := 1.5e-3;
  type state_t is (idle, running, done);
  subtype nibble is unsigned(3 downto 0);
  function twice(x : natural) return natural;
end package counter_pkg;

package body counter_pkg is
  function twice(x : natural) return natural is
  begin
    return x * 2;
  end function twice;
end package body counter_pkg;

entity counter is
  generic (
    WIDTH : positive := 8
  );
  port (
    clk : in std_logic;
    rst : in std_logic;
    q   : out std_logic_vector(WIDTH - 1 downto 0)
  );
end counter;

architecture rtl of counter is
  signal count : unsigned(WIDTH - 1 downto 0) := (others => '0');
  signal state : state_t;
  component buffer_cell is
    port (a : in bit; b : out bit);
  end component;
begin
  /* A block comment
     since VHDL-2008. */
  tick : process (clk, rst) is
    variable seen : boolean := false;
  begin
    if rst = '1' then
      count <= x"00";
    elsif rising_edge(clk) then
      count <= count + 1;
    elsif clk'event and clk = 'Z' then
      null;
    end if;
    case state is
      when idle => state <= running;
      when others => state <= done;
    end case;
    for i in 0 to 3 loop
      report "count is " & integer'image(i) severity note;
    end loop;
  end process;

  cell0 : buffer_cell port map (a => '0', b => open);
  inner : entity work.other
    generic map (N => 4)
    port map (d => "0101", q => q(3 downto 0));

  more : for i in q'range generate
    q(i) <= count(i) and not rst when WIDTH > 2 else '-';
  end generate;

  stop : process
  begin
    wait for 10 ns;
    assert false report "end of test" severity failure;
  end process;
end architecture rtl;
