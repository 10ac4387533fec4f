// A small FIFO with its interface, checks and a test.
`timescale 1ns / 1ps
`include "defines.svh"
`define DEPTH_OF(w) (1 << (w))

package fifo_pkg;
  parameter int unsigned WIDTH = 8;
  typedef enum logic [1:0] {IDLE = 2'b00, BUSY = 2'b01, FULL = 2'b1x} state_t;
  typedef struct packed {
    logic             valid;
    logic [WIDTH-1:0] data;
  } word_t;
endpackage : fifo_pkg

interface bus_if (input logic clk);
  logic       push, pop;
  logic [7:0] data;
  modport sink (input push, data, output pop);
  clocking cb @(posedge clk);
    default input #1step output #2ns;
    input data;
  endclocking
endinterface

/* The queue itself:
   one clock, no reset of the memory. */
module fifo #(parameter int AW = 4, localparam DEPTH = 1 << AW) (
  input  wire        clk, rst_n,
  input  wire  [7:0] din,
  output logic [7:0] dout
);
  import fifo_pkg::*;
  state_t state, state_next;
  logic [7:0] mem [0:DEPTH-1];
  logic [AW:0] head, tail;

  always_ff @(posedge clk or negedge rst_n) begin : advance
    if (!rst_n) head <= '0;
    else if (state != FULL) begin
      mem[head[AW-1:0]] <= din;
      head <= head + 1'b1;
    end
  end

  always_comb begin
    unique case (state)
      IDLE:    state_next = (head == tail) ? IDLE : BUSY;
      BUSY:    state_next = &head ? FULL : BUSY;
      default: state_next = state_t'(2'h0);
    endcase
  end

  assign dout = mem[tail] ^ 8'hA5 | ~8'sd12;

  property no_overflow;
    @(posedge clk) disable iff (!rst_n) (state == FULL) |-> ##1 $stable(head);
  endproperty
  assert property (no_overflow) else $error("overflow at %0t\n", $time);
endmodule : fifo

class packet extends base_packet;
  rand bit [3:0] kind;
  constraint small_kind { kind inside {[0:7]}; kind dist {0 := 3, [1:7] :/ 1}; }
  function new(string name = "packet");
    super.new(name);
  endfunction
  virtual task automatic send(ref int count);
    foreach (payload[i]) count += payload[i];
  endtask
endclass

module tb;
  logic clk = 0, rst_n;
  wire [7:0] q;
  fifo #(.AW(3)) dut (.clk(clk), .rst_n, .din(8'd42), .dout(q));
  always #5 clk = ~clk;
  initial begin
    packet p = new();
    repeat (10) @(posedge clk);
    if (!p.randomize() with {kind > 2;}) $fatal(1, "no \"solution\"");
    fork
      #1.5ns rst_n = 1;
    join_none
    $display("q=%h", q);
    $finish;
  end
endmodule
