defmodule Shop.Cart do
  @moduledoc """
  A cart with #{1 + 1} kinds of items.

      iex> Shop.Cart.new()
  """

  use GenServer
  import Enum, only: [map: 2, reduce: 3]
  alias Shop.{Item, Price}
  require Logger

  @behaviour Shop.Store
  @timeout 5_000
  @colors ~w(red green blue)a

  @type t :: %__MODULE__{items: [Item.t()], total: float() | nil}
  @enforce_keys [:items]
  defstruct items: [], total: 0.0, owner: nil

  @doc "Makes an empty cart."
  @spec new(keyword()) :: t
  def new(opts \\ []) do
    %__MODULE__{items: Keyword.get(opts, :items, [])}
  end

  @doc false
  def add(%__MODULE__{items: items} = cart, %Item{price: p} = item) when p > 0 and is_float(p) do
    %{cart | items: [item | items]}
  end

  def add(cart, _other), do: cart

  defp total([], acc), do: acc
  defp total([%{price: price} | rest], acc), do: total(rest, acc + price * 1.2)

  defmacro unless_empty(list, do: block) do
    quote do
      if unquote(list) != [], do: unquote(block)
    end
  end

  defguard is_even(n) when is_integer(n) and rem(n, 2) == 0

  def classify(n) do
    cond do
      n < 0 -> :negative
      n === 0 or n == 0.0 -> :zero
      true -> :"very positive"
    end
  end

  def describe(cart, name) do
    text = "Cart of #{name}: #{length(cart.items)} items\n"

    cart.items
    |> Enum.filter(fn %Item{} = item -> item.visible? end)
    |> Enum.map(&"#{&1.name} costs #{&1.price}")
    |> Enum.sort_by(& &1, :desc)
    |> Enum.join(", ")
    |> then(&(text <> &1))
  end

  @impl true
  def handle_call({:add, item}, {pid, _ref}, state) do
    Logger.info("adding #{inspect(item)} for #{inspect pid}")
    {:reply, :ok, add(state, item), @timeout}
  end

  def read(path) do
    with {:ok, body} <- File.read(path),
         {:ok, data} <- Jason.decode(body, keys: :atoms) do
      {:ok, data}
    else
      {:error, reason} -> {:error, reason}
    end
  rescue
    e in [ArgumentError, File.Error] -> reraise e, __STACKTRACE__
  after
    :ok
  end

  def numbers do
    [1, 0xFF, 0b1010, 0o17, 1_000_000, 3.14, 1.0e-10, ?a, ?\n]
  end

  def bits(<<head::8, rest::binary>>), do: {head, rest}

  def loop do
    receive do
      {:msg, from, body} ->
        send(from, {:reply, body})
        loop()
    after
      1_000 -> exit(:timeout)
    end
  end

  def regex(s), do: s =~ ~r/^\d+-[a-z]*$/i and not (s in ["a", 'b'])

  def more do
    for x <- 1..10, rem(x, 2) == 0, into: %{}, do: {x, x ** 2}
    map = %{"key" => :value, atom: nil, "quoted key": true}
    sql = ~S"""
    SELECT * FROM items WHERE name = #{not_interpolated}
    """
    case map do
      %{atom: nil} -> sql
      _ -> raise ArgumentError, message: "bad"
    end
    [a: 1] ++ [b: 2] -- [c: 3]
    f = fn a, b -> a + b end
    f.(1, 2) && !false || nil
  end
end

defprotocol Shop.Priced do
  def price(thing)
end

defimpl Shop.Priced, for: Shop.Item do
  def price(%{price: price}), do: price
end

defmodule ShopWeb.Page do
  def render(assigns) do
    ~H"""
    <div class={@color} :if={@open} id="page"><%= @title %> {length(@items)} &amp;
      <.button phx-click="buy" disabled>Buy</.button> <Shop.card item={hd(@items)} />
      <:footer let={item}><%!-- a comment --%></:footer>
    </div>
    """
  end

  def functions, do: [&Enum.map/2, %{"quoted key": 1}, <<1, 2::4>>]
end
