%% A small bank server.
-module(bank).
-behaviour(gen_server).
-author("someone").

-include("bank.hrl").
-include_lib("kernel/include/file.hrl").
-export([start_link/1, deposit/2, balance/1]).
-export(['quoted name'/1]).
-export([init/1, handle_call/3]).
-import(lists, [map/2, foldl/3]).
-compile([export_all, {inline, [add/2]}]).
-define(TIMEOUT, 5000).
-define(LOG(Msg, Args), io:format("~p: " ++ Msg ++ "~n", [?MODULE | Args])).

-record(account, {id :: integer(), owner = "nobody", balance = 0.0, tags = []}).
-record(state, {accounts = #{} :: map()}).

-type money() :: integer() | float().
-opaque handle() :: {bank, pid()}.
-callback name() -> atom().
-spec start_link(atom()) -> {ok, pid()} | {error, term()}.

-ifdef(DEBUG).
-export([dump/0]).
-else.
-undef(LOG).
-endif.

%% @doc Starts the server.
start_link(Name) when is_atom(Name), Name =/= undefined ->
    gen_server:start_link({local, Name}, ?MODULE, [], []).

deposit(Id, Amount) when Amount > 0 andalso Id >= 1 ->
    gen_server:call(?MODULE, {deposit, Id, Amount}, ?TIMEOUT).

balance(Id) ->
    case gen_server:call(?MODULE, {balance, Id}) of
        {ok, #account{balance = B}} -> B;
        {error, _Reason} = Error -> Error;
        _ -> undefined
    end.

init([]) ->
    process_flag(trap_exit, true),
    {ok, #state{}}.

handle_call({deposit, Id, Amount}, _From, #state{accounts = Accounts} = State) ->
    Account = maps:get(Id, Accounts, #account{id = Id}),
    New = Account#account{balance = Account#account.balance + Amount},
    {reply, ok, State#state{accounts = Accounts#{Id => New}}};
handle_call(Other, _From, State) ->
    ?LOG("unknown ~w", [Other]),
    {stop, {bad_call, Other}, State}.

loop(Socket, N) ->
    receive
        {tcp, Socket, Data} ->
            self() ! {reply, Data},
            loop(Socket, N + 1);
        stop -> ok
    after 1000 ->
        exit(timeout)
    end.

classify(N) ->
    if
        N < 0 -> negative;
        N == 0; N =:= 0.0 -> zero;
        true -> 'a quoted atom'
    end.

numbers() ->
    [1, -2, 16#FF, 2#1010, 3.14, 1.0e-10, $a, $\n, 1_000].

parse(<<Size:16/big-unsigned, Body:Size/binary, Rest/bits>>) ->
    {Body, Rest, <<"text">>, <<1, 2:4>>}.

comprehensions(L) ->
    Evens = [X * 2 || X <- L, X rem 2 =:= 0],
    Bytes = << <<X>> || X <- Evens >>,
    Fun = fun(X, Y) when X > Y -> X; (_, Y) -> Y end,
    Ref = fun lists:reverse/1,
    Map = #{key => value, "s" => Fun, 1 => Ref},
    #{key := V} = Map,
    {Bytes, V, not true, 5 band 3 bor 1, 7 div 2}.

safe(F) ->
    try F() of
        Result -> {ok, Result}
    catch
        throw:Term -> {thrown, Term};
        error:{badmatch, _}:Stack -> {error, Stack};
        _:_ -> error
    after
        io:put_chars("done\t\"now\"\n")
    end.

old() ->
    begin
        X = catch throw(oops),
        [H | T] = lists:seq(1, 10),
        {X, H, T}
    end.

'quoted name'(Code) ->
    'quoted name'(Code - 1), fun 'quoted name'/1.

-doc """
 Text with "quotes".
 """.
recent(X) when X > 1 ->
    case X of 2 -> ok; Y when Y > 3 -> no end;
recent(_) ->
    maybe {ok, A} ?= f(), {A, ~"sigil\n", ~b[x\n], ~B"a\b", fun lists:map/2} else _ -> """
        triple "quoted"
        """
    end.
-type range() :: 1..10 | #account{}.
cut(#state{left = {1, <<2:8/big
-export([kept/1]).
kept(Bed) -> {bed, #state{rows = {Bed,
still(Bed) -> Bed.
