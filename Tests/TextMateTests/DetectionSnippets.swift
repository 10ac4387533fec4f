/// Short code of many languages, as people paste it, and texts that are none. Nothing of it was learnt from.
enum DetectionSnippets {
  static let all: [(language: String, text: String)] = [
    (
      "python",
      #"""
      def is_prime(n):
          if n < 2:
              return False
          for i in range(2, int(n ** 0.5) + 1):
              if n % i == 0:
                  return False
          return True
      """#
    ),
    (
      "python",
      #"""
      import requests

      response = requests.get("https://api.example.org/items", timeout=10)
      response.raise_for_status()
      for item in response.json():
          print(item["title"])
      """#
    ),
    (
      "python",
      #"""
      names = sorted({u.name.lower() for u in users if u.active})
      totals = {k: sum(v) for k, v in groups.items()}
      first, *rest = names
      print(f"{len(rest)} more")
      """#
    ),
    (
      "javascript",
      #"""
      const debounce = (fn, wait) => {
        let timer;
        return (...args) => {
          clearTimeout(timer);
          timer = setTimeout(() => fn(...args), wait);
        };
      };
      """#
    ),
    (
      "javascript",
      #"""
      button.addEventListener('click', async () => {
        const res = await fetch('/api/todos', { method: 'POST', body: JSON.stringify(todo) });
        if (!res.ok) throw new Error(`status ${res.status}`);
        console.log(await res.json());
      });
      """#
    ),
    (
      "javascript",
      #"""
      var total = 0;
      for (var i = 0; i < prices.length; i++) {
        total += prices[i];
      }
      document.querySelector('#total').textContent = total.toFixed(2);
      """#
    ),
    (
      "typescript",
      #"""
      interface Invoice {
        id: string;
        amount: number;
        paid?: boolean;
      }

      export function outstanding(list: Invoice[]): number {
        return list.filter((i) => !i.paid).reduce((sum, i) => sum + i.amount, 0);
      }
      """#
    ),
    (
      "typescript",
      #"""
      type Listener<T> = (value: T) => void;

      class Emitter<T> {
        private listeners = new Set<Listener<T>>();
        on(listener: Listener<T>): () => void {
          this.listeners.add(listener);
          return () => this.listeners.delete(listener);
        }
      }
      """#
    ),
    (
      "jsx",
      #"""
      function Toggle({ label }) {
        const [on, setOn] = React.useState(false);
        return (
          <label className="toggle">
            <input type="checkbox" checked={on} onChange={() => setOn(!on)} />
            {label}
          </label>
        );
      }
      """#
    ),
    (
      "java",
      #"""
      public class Account {
          private double balance;

          public void deposit(double amount) {
              if (amount <= 0) {
                  throw new IllegalArgumentException("amount must be positive");
              }
              balance += amount;
          }
      }
      """#
    ),
    (
      "java",
      #"""
      List<Integer> evens = new ArrayList<>();
      for (int n : numbers) {
          if (n % 2 == 0) {
              evens.add(n);
          }
      }
      System.out.println("Found " + evens.size());
      """#
    ),
    (
      "c",
      #"""
      #include <stdio.h>

      int main(void) {
          int a[5] = {3, 1, 4, 1, 5};
          int max = a[0];
          for (int i = 1; i < 5; i++)
              if (a[i] > max) max = a[i];
          printf("max = %d\n", max);
          return 0;
      }
      """#
    ),
    (
      "c",
      #"""
      struct stack {
          size_t len, cap;
          int *data;
      };

      void stack_push(struct stack *s, int v)
      {
          if (s->len == s->cap)
              s->data = realloc(s->data, (s->cap *= 2) * sizeof *s->data);
          s->data[s->len++] = v;
      }
      """#
    ),
    (
      "cpp",
      #"""
      #include <map>
      #include <string>

      std::map<std::string, int> wordCount(const std::vector<std::string>& words) {
          std::map<std::string, int> counts;
          for (const auto& w : words) ++counts[w];
          return counts;
      }
      """#
    ),
    (
      "cpp",
      #"""
      class Matrix {
      public:
          Matrix(size_t rows, size_t cols) : rows_(rows), cols_(cols), cells_(rows * cols) {}
          double& operator()(size_t r, size_t c) { return cells_[r * cols_ + c]; }
      private:
          size_t rows_, cols_;
          std::vector<double> cells_;
      };
      """#
    ),
    (
      "csharp",
      #"""
      public class OrderService
      {
          private readonly IOrderRepository _orders;

          public OrderService(IOrderRepository orders) => _orders = orders;

          public async Task<decimal> TotalAsync(int customerId)
          {
              var list = await _orders.ForCustomerAsync(customerId);
              return list.Sum(o => o.Price);
          }
      }
      """#
    ),
    (
      "csharp",
      #"""
      var evens = Enumerable.Range(1, 20).Where(n => n % 2 == 0);
      foreach (var n in evens)
      {
          Console.WriteLine($"{n} squared is {n * n}");
      }
      """#
    ),
    (
      "go",
      #"""
      func worker(jobs <-chan int, results chan<- int) {
      	for j := range jobs {
      		results <- j * 2
      	}
      }
      """#
    ),
    (
      "go",
      #"""
      type Cache struct {
      	mu    sync.RWMutex
      	items map[string]string
      }

      func (c *Cache) Get(key string) (string, bool) {
      	c.mu.RLock()
      	defer c.mu.RUnlock()
      	v, ok := c.items[key]
      	return v, ok
      }
      """#
    ),
    (
      "rust",
      #"""
      fn longest<'a>(a: &'a str, b: &'a str) -> &'a str {
          if a.len() > b.len() { a } else { b }
      }

      fn main() {
          let words = vec!["apple", "fig"];
          println!("{}", longest(words[0], words[1]));
      }
      """#
    ),
    (
      "rust",
      #"""
      #[derive(Debug)]
      enum Command {
          Push(i64),
          Pop,
      }

      impl FromStr for Command {
          type Err = ParseError;
          fn from_str(s: &str) -> Result<Self, Self::Err> {
              match s.split_once(' ') {
                  Some(("push", n)) => Ok(Command::Push(n.parse()?)),
                  _ => Err(ParseError),
              }
          }
      }
      """#
    ),
    (
      "swift",
      #"""
      struct Temperature {
          var celsius: Double
          var fahrenheit: Double {
              get { celsius * 9 / 5 + 32 }
              set { celsius = (newValue - 32) * 5 / 9 }
          }
      }
      """#
    ),
    (
      "swift",
      #"""
      func fetchUser(id: Int) async throws -> User {
          guard let url = URL(string: "https://example.org/users/\(id)") else {
              throw APIError.invalidURL
          }
          let (data, _) = try await URLSession.shared.data(from: url)
          return try JSONDecoder().decode(User.self, from: data)
      }
      """#
    ),
    (
      "kotlin",
      #"""
      sealed interface Shape
      data class Circle(val radius: Double) : Shape
      data class Square(val side: Double) : Shape

      fun area(shape: Shape): Double = when (shape) {
          is Circle -> Math.PI * shape.radius * shape.radius
          is Square -> shape.side * shape.side
      }
      """#
    ),
    (
      "kotlin",
      #"""
      val counts = words.groupingBy { it }.eachCount()
      counts.entries.sortedByDescending { it.value }.take(3).forEach { (word, n) ->
          println("$word: $n")
      }
      """#
    ),
    (
      "php",
      #"""
      <?php
      function slugify(string $title): string {
          $slug = preg_replace('/[^a-z0-9]+/', '-', strtolower($title));
          return trim($slug, '-');
      }
      echo slugify("Hello World!");
      """#
    ),
    (
      "php",
      #"""
      foreach ($orders as $order) {
          $total += $order->price * $order->quantity;
          if (!isset($seen[$order->id])) {
              $seen[$order->id] = true;
          }
      }
      return number_format($total, 2);
      """#
    ),
    (
      "ruby",
      #"""
      class Stack
        def initialize
          @items = []
        end

        def push(item)
          @items << item
          self
        end

        def empty?
          @items.empty?
        end
      end
      """#
    ),
    (
      "ruby",
      ##"""
      words = File.readlines("words.txt").map(&:chomp)
      words.group_by(&:length).sort.each do |length, list|
        puts "#{length}: #{list.join(', ')}"
      end
      """##
    ),
    (
      "shellscript",
      #"""
      for dir in */; do
        if [ -f "$dir/Makefile" ]; then
          (cd "$dir" && make clean)
        fi
      done
      """#
    ),
    (
      "shellscript",
      #"""
      npm install --save-dev eslint
      npx eslint --init
      npm test
      """#
    ),
    (
      "shellscript",
      #"""
      sudo systemctl enable --now docker
      sudo usermod -aG docker "$USER"
      docker run hello-world
      """#
    ),
    (
      "sql",
      #"""
      SELECT d.name, AVG(e.salary) AS average
      FROM employees e
      JOIN departments d ON d.id = e.department_id
      GROUP BY d.name
      HAVING AVG(e.salary) > 50000;
      """#
    ),
    (
      "sql",
      #"""
      create table tags (
        id integer primary key,
        label text not null unique
      );
      insert into tags (label) values ('new'), ('old');
      """#
    ),
    (
      "html",
      #"""
      <ul class="menu">
        <li><a href="/">Home</a></li>
        <li><a href="/shop">Shop</a></li>
      </ul>
      """#
    ),
    (
      "html",
      #"""
      <form action="/search" method="get">
        <label for="q">Search</label>
        <input id="q" name="q" type="search">
        <button>Go</button>
      </form>
      """#
    ),
    (
      "css",
      #"""
      .card {
        padding: 1rem;
        border-radius: 8px;
        box-shadow: 0 1px 3px rgba(0, 0, 0, .2);
      }
      .card:hover { transform: translateY(-2px); }
      """#
    ),
    (
      "scss",
      #"""
      $gap: 8px;
      .list {
        display: grid;
        gap: $gap;
        &__item {
          padding: $gap * 2;
          &:last-child { border: 0; }
        }
      }
      """#
    ),
    (
      "less",
      #"""
      @gap: 8px;
      @accent: #3b82f6;
      .list {
        padding: @gap;
        .item { color: darken(@accent, 10%); }
        &:hover { color: @accent; }
      }
      """#
    ),
    (
      "json",
      #"""
      {"users": [{"id": 7, "name": "Ada", "tags": ["x", "y"], "address": null}], "next": false}
      """#
    ),
    (
      "json",
      #"""
      {
        "compilerOptions": {
          "target": "ES2022",
          "strict": true
        },
        "include": ["src"]
      }
      """#
    ),
    (
      "yaml",
      #"""
      name: CI
      on: [push]
      jobs:
        test:
          runs-on: ubuntu-latest
          steps:
            - uses: actions/checkout@v4
            - run: make test
      """#
    ),
    (
      "yaml",
      #"""
      title: My site
      theme: dark
      menu:
        - label: Home
          url: /
        - label: Blog
          url: /blog
      """#
    ),
    (
      "toml",
      #"""
      [package]
      name = "hello"
      version = "0.2.0"
      edition = "2021"

      [dependencies]
      regex = "1"
      """#
    ),
    (
      "xml",
      #"""
      <?xml version="1.0" encoding="UTF-8"?>
      <catalog>
        <plant id="4"><common>Fern</common><price currency="EUR">3.50</price></plant>
      </catalog>
      """#
    ),
    (
      "markdown",
      #"""
      # Getting started

      Install it with `pip install foo`, then read the [guide](docs/guide.md).

      ## Usage

      - **fast** and small
      - works offline
      """#
    ),
    (
      "lua",
      #"""
      local Stack = {}
      Stack.__index = Stack

      function Stack.new()
        return setmetatable({ items = {} }, Stack)
      end

      function Stack:push(v)
        self.items[#self.items + 1] = v
      end
      """#
    ),
    (
      "perl",
      #"""
      my %count;
      while (my $line = <$fh>) {
          $count{lc $_}++ for $line =~ /\w+/g;
      }
      printf "%-10s %d\n", $_, $count{$_} for sort keys %count;
      """#
    ),
    (
      "r",
      #"""
      model <- lm(mpg ~ wt + hp, data = mtcars)
      summary(model)
      ggplot(mtcars, aes(wt, mpg)) +
        geom_point() +
        geom_smooth(method = "lm")
      """#
    ),
    (
      "dart",
      #"""
      class CounterPage extends StatefulWidget {
        const CounterPage({super.key});

        @override
        State<CounterPage> createState() => _CounterPageState();
      }
      """#
    ),
    (
      "scala",
      #"""
      def quicksort(xs: List[Int]): List[Int] = xs match {
        case Nil => Nil
        case p :: rest =>
          val (small, large) = rest.partition(_ < p)
          quicksort(small) ::: p :: quicksort(large)
      }
      """#
    ),
    (
      "haskell",
      #"""
      primes :: [Int]
      primes = sieve [2..]
        where sieve (p:xs) = p : sieve [x | x <- xs, x `mod` p /= 0]

      main :: IO ()
      main = print (take 10 primes)
      """#
    ),
    (
      "ocaml",
      #"""
      let rec insert x = function
        | [] -> [x]
        | y :: ys when x <= y -> x :: y :: ys
        | y :: ys -> y :: insert x ys

      let sort xs = List.fold_left (fun acc x -> insert x acc) [] xs
      """#
    ),
    (
      "fsharp",
      #"""
      let rec fib n =
          match n with
          | 0 | 1 -> n
          | _ -> fib (n - 1) + fib (n - 2)

      [0 .. 10] |> List.map fib |> printfn "%A"
      """#
    ),
    (
      "elixir",
      #"""
      defmodule Counter do
        use GenServer

        def start_link(n), do: GenServer.start_link(__MODULE__, n)

        @impl true
        def handle_call(:value, _from, n), do: {:reply, n, n}
      end
      """#
    ),
    (
      "erlang",
      #"""
      -module(counter).
      -export([loop/1]).

      loop(N) ->
          receive
              inc -> loop(N + 1);
              {get, From} -> From ! N, loop(N)
          end.
      """#
    ),
    (
      "clojure",
      #"""
      (defn word-freq [text]
        (->> (str/split text #"\s+")
             (map str/lower-case)
             frequencies
             (sort-by val >)))
      """#
    ),
    (
      "common-lisp",
      #"""
      (defun flatten (tree)
        (cond ((null tree) nil)
              ((atom tree) (list tree))
              (t (append (flatten (car tree)) (flatten (cdr tree))))))
      """#
    ),
    (
      "scheme",
      #"""
      (define (sum-list xs)
        (if (null? xs)
            0
            (+ (car xs) (sum-list (cdr xs)))))
      (display (sum-list '(1 2 3)))
      """#
    ),
    (
      "emacs-lisp",
      #"""
      (defun my-insert-date ()
        "Insert the current date at point."
        (interactive)
        (insert (format-time-string "%Y-%m-%d")))
      (global-set-key (kbd "C-c d") #'my-insert-date)
      """#
    ),
    (
      "julia",
      #"""
      function collatz(n::Int)
          steps = 0
          while n != 1
              n = iseven(n) ? n ÷ 2 : 3n + 1
              steps += 1
          end
          return steps
      end
      """#
    ),
    (
      "matlab",
      #"""
      x = 0:0.1:10;
      y = sin(x) .* exp(-x / 5);
      plot(x, y, 'b-');
      xlabel('time'); ylabel('amplitude');
      """#
    ),
    (
      "latex",
      #"""
      \begin{theorem}
      For all $n \geq 1$ we have
      \[ \sum_{k=1}^{n} k = \frac{n(n+1)}{2}. \]
      \end{theorem}
      """#
    ),
    (
      "viml",
      #"""
      set expandtab shiftwidth=2
      nnoremap <silent> <leader>q :bdelete<CR>
      augroup spelling
        autocmd!
        autocmd FileType markdown setlocal spell
      augroup END
      """#
    ),
    (
      "powershell",
      #"""
      $services = Get-Service | Where-Object { $_.Status -eq 'Stopped' }
      foreach ($s in $services) {
          Write-Host "Starting $($s.Name)"
          Start-Service -Name $s.Name
      }
      """#
    ),
    (
      "bat",
      #"""
      @echo off
      set COUNT=0
      for %%f in (*.log) do (
        set /a COUNT+=1
        del "%%f"
      )
      echo Deleted %COUNT% files
      """#
    ),
    (
      "docker",
      #"""
      FROM golang:1.22 AS build
      WORKDIR /src
      COPY . .
      RUN go build -o /app ./cmd/server
      FROM gcr.io/distroless/base
      COPY --from=build /app /app
      ENTRYPOINT ["/app"]
      """#
    ),
    (
      "make",
      #"""
      PREFIX ?= /usr/local
      OBJS = main.o util.o

      app: $(OBJS)
      	$(CC) $(LDFLAGS) -o $@ $(OBJS)

      clean:
      	rm -f app $(OBJS)
      """#
    ),
    (
      "cmake",
      #"""
      cmake_minimum_required(VERSION 3.20)
      project(demo CXX)
      add_executable(demo main.cpp)
      target_compile_features(demo PRIVATE cxx_std_20)
      """#
    ),
    (
      "terraform",
      #"""
      resource "aws_s3_bucket" "logs" {
        bucket = "my-logs-${var.env}"
        tags = {
          Env = var.env
        }
      }
      """#
    ),
    (
      "nginx",
      #"""
      server {
          listen 8080;
          location /api/ {
              proxy_pass http://127.0.0.1:9000/;
              proxy_set_header Host $host;
          }
      }
      """#
    ),
    (
      "nix",
      #"""
      { pkgs ? import <nixpkgs> { } }:
      pkgs.mkShell {
        packages = [ pkgs.go pkgs.gopls ];
        shellHook = ''
          export GOPATH=$PWD/.go
        '';
      }
      """#
    ),
    (
      "graphql",
      #"""
      query Articles($first: Int!) {
        articles(first: $first) {
          edges { node { title author { name } } }
          pageInfo { hasNextPage }
        }
      }
      """#
    ),
    (
      "proto",
      #"""
      syntax = "proto3";
      package shop;

      message Order {
        int64 id = 1;
        repeated Item items = 2;
      }
      """#
    ),
    (
      "diff",
      #"""
      --- a/config.yml
      +++ b/config.yml
      @@ -3,4 +3,4 @@ server:
         host: localhost
      -  port: 8080
      +  port: 9090
      """#
    ),
    (
      "ini",
      #"""
      ; defaults
      [client]
      port=3306
      socket=/run/mysqld.sock

      [mysqld]
      bind-address=127.0.0.1
      """#
    ),
    (
      "http",
      #"""
      GET /v1/status HTTP/1.1
      Host: example.org
      Accept: application/json
      If-None-Match: "abc"
      """#
    ),
    (
      "vue",
      #"""
      <template>
        <button @click="n++">{{ n }}</button>
      </template>
      <script setup>
      import { ref } from 'vue'
      const n = ref(0)
      </script>
      """#
    ),
    (
      "zig",
      #"""
      const std = @import("std");
      pub fn main() !void {
          var sum: u32 = 0;
          for ([_]u32{ 1, 2, 3 }) |n| sum += n;
          std.debug.print("{d}\n", .{sum});
      }
      """#
    ),
    (
      "nim",
      #"""
      proc fib(n: int): int =
        if n < 2: n
        else: fib(n - 1) + fib(n - 2)

      for i in 0 .. 10:
        echo fib(i)
      """#
    ),
    (
      "objective-c",
      #"""
      - (void)viewDidLoad {
          [super viewDidLoad];
          UIButton *button = [UIButton buttonWithType:UIButtonTypeSystem];
          [button setTitle:@"OK" forState:UIControlStateNormal];
          [self.view addSubview:button];
      }
      """#
    ),
    (
      "asm",
      #"""
      global _start
      section .text
      _start:
          mov rax, 60
          xor rdi, rdi
          syscall
      """#
    ),
    (
      "vhdl",
      #"""
      entity mux is
        port (a, b, sel : in std_logic; y : out std_logic);
      end entity;
      architecture rtl of mux is
      begin
        y <= a when sel = '0' else b;
      end architecture;
      """#
    ),
    (
      "verilog",
      #"""
      module dff(input clk, input d, output reg q);
        always @(posedge clk)
          q <= d;
      endmodule
      """#
    ),
    (
      "pascal",
      #"""
      program Sum;
      var
        i, total: integer;
      begin
        total := 0;
        for i := 1 to 100 do
          total := total + i;
        writeln(total);
      end.
      """#
    ),
    (
      "fortran-free-form",
      #"""
      program average
        implicit none
        real :: x(3) = [1.0, 2.0, 3.0]
        print *, sum(x) / size(x)
      end program average
      """#
    ),
    (
      "ada",
      #"""
      with Ada.Text_IO; use Ada.Text_IO;
      procedure Count is
      begin
         for I in 1 .. 5 loop
            Put_Line (Integer'Image (I));
         end loop;
      end Count;
      """#
    ),
    (
      "prolog",
      #"""
      path(X, Y) :- edge(X, Y).
      path(X, Y) :- edge(X, Z), path(Z, Y).
      edge(a, b).
      edge(b, c).
      """#
    ),
    (
      "solidity",
      #"""
      pragma solidity ^0.8.20;
      contract Counter {
          uint256 public count;
          function increment() external { count += 1; }
      }
      """#
    ),
    (
      "glsl",
      #"""
      uniform float time;
      varying vec2 uv;
      void main() {
          vec3 color = 0.5 + 0.5 * cos(time + uv.xyx + vec3(0.0, 2.0, 4.0));
          gl_FragColor = vec4(color, 1.0);
      }
      """#
    ),
    (
      "gherkin",
      #"""
      Feature: Basket
        Scenario: Adding an item
          Given an empty basket
          When I add a book
          Then the basket holds 1 item
      """#
    ),
    (
      "mermaid",
      #"""
      sequenceDiagram
          Client->>Server: request
          Server-->>Client: answer
      """#
    ),
    (
      "groovy",
      #"""
      pipeline {
          agent any
          stages {
              stage('Test') {
                  steps { sh './gradlew test' }
              }
          }
      }
      """#
    ),
    (
      "vb",
      #"""
      Dim total As Double = 0
      For Each price As Double In prices
          If price > 100 Then
              total += price
          End If
      Next
      Console.WriteLine(total)
      """#
    ),
    (
      "coffee",
      #"""
      fill = (container, liquid = "coffee") ->
        "Filling the #{container} with #{liquid}..."
      eat food for food in ['toast', 'cheese'] when food isnt 'cheese'
      """#
    ),
    (
      "elm",
      #"""
      view : Model -> Html Msg
      view model =
          div [ class "counter" ]
              [ button [ onClick Decrement ] [ text "-" ]
              , text (String.fromInt model)
              ]
      """#
    ),
    (
      "tcl",
      #"""
      proc greet {name} {
          puts "Hello, $name"
      }
      foreach n {Ann Bob} { greet $n }
      """#
    ),
    (
      "awk",
      #"""
      BEGIN { FS = ":" }
      $3 >= 1000 { users[$1] = $7 }
      END { for (u in users) print u, users[u] }
      """#
    ),
    (
      "fish",
      #"""
      function mkcd --description 'make a folder and go there'
          mkdir -p $argv[1]
          and cd $argv[1]
      end
      """#
    ),
    (
      "shellsession",
      #"""
      $ git log --oneline -2
      a1b2c3d Fix the build
      e4f5a6b Add tests
      $ git push
      """#
    ),
    (
      "systemd",
      #"""
      [Unit]
      Description=Backup
      After=network-online.target
      [Service]
      ExecStart=/usr/local/bin/backup
      [Install]
      WantedBy=multi-user.target
      """#
    ),
    (
      "erb",
      #"""
      <% @products.each do |product| %>
        <h2><%= link_to product.name, product %></h2>
      <% end %>
      """#
    ),
    (
      "handlebars",
      #"""
      {{#each comments}}
        <p>{{author}}: {{body}}</p>
      {{else}}
        <p>No comments</p>
      {{/each}}
      """#
    ),
    (
      "jinja",
      #"""
      {% for item in cart %}
        <li>{{ item.name }} x {{ item.qty }}</li>
      {% endfor %}
      """#
    ),
    (
      "gdscript",
      #"""
      extends CharacterBody2D
      @export var speed := 300.0
      func _physics_process(delta):
      	velocity.x = Input.get_axis("left", "right") * speed
      	move_and_slide()
      """#
    ),
    (
      "racket",
      #"""
      #lang racket
      (define (square x) (* x x))
      (for ([i (in-range 5)]) (displayln (square i)))
      """#
    ),
    (
      "crystal",
      #"""
      require "json"
      class Point
        include JSON::Serializable
        property x : Int32
        property y : Int32
      end
      """#
    ),
    (
      "d",
      #"""
      import std.stdio, std.algorithm;
      void main() {
          auto squares = [1, 2, 3].map!(n => n * n);
          writeln(squares);
      }
      """#
    ),
    (
      "kusto",
      #"""
      Requests
      | where timestamp > ago(1d)
      | summarize count() by bin(timestamp, 1h), resultCode
      | render timechart
      """#
    ),
    (
      "prisma",
      #"""
      model Tag {
        id    Int    @id @default(autoincrement())
        label String @unique
        posts Post[]
      }
      """#
    ),
    (
      "typst",
      #"""
      #set text(size: 11pt)
      = Report
      #let total = 12
      The total is *#total*.
      """#
    ),
    (
      "wgsl",
      #"""
      @fragment
      fn main(@location(0) uv: vec2<f32>) -> @location(0) vec4<f32> {
          return vec4<f32>(uv, 0.0, 1.0);
      }
      """#
    ),
    (
      "plain",
      #"""
      The meeting has been moved to Thursday at three. Please bring the printed agenda, and let Maria know if you cannot come.
      """#
    ),
    (
      "plain",
      #"""
      Once upon a time there was a miller who had three sons. When he died, the eldest got the mill, the second the donkey,
      and the youngest nothing but the cat.
      """#
    ),
    (
      "plain",
      #"""
      Ich hätte gern einen Tisch für zwei Personen, am liebsten am Fenster. Wir kommen gegen acht Uhr.
      """#
    ),
    (
      "plain",
      #"""
      Bonjour Madame, je vous écris au sujet de la facture du mois dernier, que je n'ai toujours pas reçue.
      """#
    ),
    (
      "plain",
      #"""
      Estimado cliente, su pedido llegará mañana por la tarde. Gracias por su confianza.
      """#
    ),
    (
      "plain",
      #"""
      Buongiorno, vorrei prenotare una camera doppia per tre notti, con colazione inclusa.
      """#
    ),
    (
      "plain",
      #"""
      Привет! Как дела? Давно не виделись, давай встретимся на следующей неделе.
      """#
    ),
    (
      "plain",
      #"""
      お世話になっております。来週の会議の件ですが、火曜日の午後はいかがでしょうか。
      """#
    ),
    (
      "plain",
      #"""
      明天下午三点开会，请大家准时参加，并带上各自的报告。
      """#
    ),
    (
      "plain",
      #"""
      Olá, tudo bem? Gostaria de saber se o produto ainda está disponível e qual é o prazo de entrega.
      """#
    ),
    (
      "plain",
      #"""
      Merhaba, yarınki toplantı saat üçte başlayacak. Lütfen geç kalmayın.
      """#
    ),
    (
      "plain",
      #"""
      Dzień dobry, chciałbym zapytać o wolne miejsca na kurs języka angielskiego.
      """#
    ),
    (
      "plain",
      #"""
      Xin chào, tôi muốn hỏi về giá của căn phòng này và có bao gồm bữa sáng không.
      """#
    ),
    (
      "plain",
      #"""
      2025-03-01 08:00:01 INFO  Server started on port 8080
      2025-03-01 08:00:05 WARN  Cache miss for key user:42
      2025-03-01 08:00:09 ERROR Timeout while reading from database
      """#
    ),
    (
      "plain",
      #"""
      Traceback (most recent call last):
        File "app.py", line 3, in <module>
          print(values[5])
      IndexError: list index out of range
      """#
    ),
    (
      "plain",
      #"""
      Exception in thread "main" java.lang.ArithmeticException: / by zero
          at org.example.Calc.divide(Calc.java:8)
          at org.example.Main.main(Main.java:3)
      """#
    ),
    (
      "plain",
      #"""
      ReferenceError: total is not defined
          at compute (/srv/app/index.js:14:9)
          at Object.<anonymous> (/srv/app/index.js:20:1)
          at node:internal/main/run_main_module:23:47
      """#
    ),
    (
      "plain",
      #"""
      [ 12%] Building CXX object CMakeFiles/demo.dir/main.cpp.o
      [ 25%] Linking CXX executable demo
      [100%] Built target demo
      """#
    ),
    (
      "plain",
      #"""
      npm warn deprecated inflight@1.0.6: This module is not supported
      added 214 packages, and audited 215 packages in 6s
      found 0 vulnerabilities
      """#
    ),
    (
      "plain",
      #"""
      thread 'main' panicked at src/main.rs:4:10:
      called `Option::unwrap()` on a `None` value
      note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
      """#
    ),
    (
      "plain",
      #"""
      PING example.org (93.184.216.34) 56(84) bytes of data.
      64 bytes from 93.184.216.34: icmp_seq=1 ttl=56 time=11.6 ms
      64 bytes from 93.184.216.34: icmp_seq=2 ttl=56 time=11.7 ms
      """#
    ),
    (
      "plain",
      #"""
      Feb  3 10:15:32 web01 sshd[2211]: Accepted publickey for deploy from 10.0.0.5 port 50122
      Feb  3 10:15:33 web01 systemd[1]: Started Session 91 of user deploy.
      """#
    ),
    (
      "plain",
      #"""
      Ingredients:
      200 g flour
      2 eggs
      1 pinch of salt
      Mix everything and let it rest for half an hour.
      """#
    ),
    (
      "plain",
      #"""
      src
      ├── main
      │   ├── app
      │   └── model
      └── test
      """#
    ),
  ]
}
