`timescale 1ns / 1ps
`define WIDTH 8
`ifdef DEBUG
  `include "debug.vh"
`endif

// A counter with a reset.
module counter #(
    parameter WIDTH = `WIDTH,
    localparam LIMIT = 8'hF_F
) (
    input  wire             clk,
    input  wire             rst_n,
    output reg  [WIDTH-1:0] q,
    inout  tri              bus
);
  /* Every literal form:
     sized, based, real, unknown. */
  wire [3:0] a = 4'b10x0, b = 'o17, c = 4'sd7, d = 12'hz;
  real ratio = 1.5e-3;
  integer i;
  time now;

  (* keep = "true" *) reg [7:0] memory [0:255];

  assign bus = (q == 0) ? 1'bz : ^q & ~|a;

  always @(posedge clk or negedge rst_n) begin : count
    if (!rst_n) q <= 0;
    else if (q >= LIMIT) q <= {WIDTH{1'b0}};
    else q <= q + 1'b1;
  end

  function [7:0] twice;
    input [7:0] value;
    twice = value << 1;
  endfunction

  task show;
    $display("q = %d at %t\n", q, $time);
  endtask

  generate
    genvar k;
    for (k = 0; k < 4; k = k + 1) begin : bits
      xor gate (a[k], b[k], c[k]);
    end
  endgenerate
endmodule

module tb_counter;
  reg clk, rst_n;
  wire [7:0] q;

  counter #(.WIDTH(8)) dut (
      .clk(clk), .rst_n(rst_n), .q(q)
  );
  other plain (clk, q[3:0]);
  wire \bus+index%2 ;

  initial begin
    clk = 0; rst_n = 0;
    #10 rst_n = 1;
    repeat (5) @(posedge clk);
    casez (q)
      8'd3: show;
      8'b1???_????: $finish;
      default: ;
    endcase
    fork
      wait (q == 5);
    join
  end
  always #5 clk = ~clk;
endmodule
