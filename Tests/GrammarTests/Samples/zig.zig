//! A small ring buffer, and what else the language has.
const std = @import("std");
const builtin = @import("builtin");
const Allocator = std.mem.Allocator;

pub const Error = error{ Full, OutOfMemory } || std.fmt.ParseIntError;

/// How a reading was taken.
pub const Kind = enum(u8) {
    celsius = 0x01,
    kelvin = 0b10,
    _,

    pub fn label(self: Kind) []const u8 {
        return switch (self) {
            .celsius => "C",
            .kelvin => "K",
            else => "\u{3f}\x3f\n",
        };
    }
};

const Value = union(enum) { int: i64, float: f64, none: void };
extern fn puts(text: [*:0]const u8) callconv(.C) c_int;
threadlocal var counter: usize = 0;

pub fn Ring(comptime T: type, comptime size: usize) type {
    return struct {
        const Self = @This();
        items: [size]T = undefined,
        head: usize = 0,
        len: usize = 0,

        pub inline fn push(self: *Self, item: T) Error!void {
            if (self.len == size) return Error.Full;
            self.items[(self.head + self.len) % size] = item;
            self.len += 1;
        }

        pub fn pop(self: *Self) ?T {
            if (self.len == 0) return null;
            defer self.head = (self.head +% 1) % size;
            self.len -= 1;
            return self.items[self.head];
        }
    };
}

const text =
    \\first line
    \\second "line" \n is raw
;

fn parse(allocator: Allocator, input: []const u8) ![]i32 {
    var list = std.ArrayList(i32).init(allocator);
    errdefer list.deinit();
    var it = std.mem.splitScalar(u8, input, ',');
    outer: while (it.next()) |word| {
        for (word, 0..) |char, index| {
            if (char == '\'' or char == '\\' and index > 0) continue :outer;
        }
        const number = std.fmt.parseInt(i32, word, 10) catch |err| switch (err) {
            error.Overflow => std.math.maxInt(i32),
            else => return err,
        };
        try list.append(number);
    }
    return list.toOwnedSlice();
}

pub fn main() !void {
    const stdout = std.io.getStdOut().writer();
    var ring = Ring(f32, 1 << 4){};
    try ring.push(1.5e-3);
    try ring.push(0x1.8p3);
    const big: u64 = 1_000_000 & ~@as(u64, 0xff) | 0o17 ^ 3;
    const first = ring.pop() orelse unreachable;
    try stdout.print("{d} {any}\n", .{ first, big });
    if (builtin.mode == .Debug) std.debug.print("debug {s}\n", .{text});
    const value: Value = .{ .int = -4 };
    switch (value) {
        .int => |*n| n.* >>= 1,
        .float, .none => {},
    }
    asm volatile ("nop");
    comptime var i = 0;
    inline while (i < 3) : (i += 1) counter += i;
    const ok = !false and true != false;
    _ = ok;
}

test "parse numbers" {
    const got = try parse(std.testing.allocator, "1,2,30");
    defer std.testing.allocator.free(got);
    try std.testing.expectEqual(@as(usize, 3), got.len);
}
